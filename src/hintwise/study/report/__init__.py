"""What a study has found, from its export: statistics, figures and a page."""

from hintwise.study.report.preferences import shares_by_person as shares_by_person
from hintwise.study.report.report import Report as Report
from hintwise.study.report.report import make_report as make_report
from hintwise.study.report.selection import Selection as Selection
from hintwise.study.report.selection import analysed as analysed
from hintwise.study.report.selection import completed as completed
