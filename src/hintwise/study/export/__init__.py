"""What a study has gathered, as files: tables with a codebook, choices and sessions."""

from hintwise.study.export.conduct import Conduct as Conduct
from hintwise.study.export.files import Standing as Standing
from hintwise.study.export.files import export as export
from hintwise.study.export.files import payments as payments
from hintwise.study.export.participant import Participation as Participation
from hintwise.study.export.reading import Export as Export
from hintwise.study.export.reading import read_export as read_export
from hintwise.study.export.times import without_times as without_times
