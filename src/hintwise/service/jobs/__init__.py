"""Solving outside the web process: jobs, and where they are computed.

| module | what |
|---|---|
| `job` | a `Job`, and what can become of it: the contract of all `Jobs` |
| `tasks` | what can be asked for |
| `dispatcher` | who gets which job when; `waiting`, `turns`, `ticket`, `figures` are parts of it |
| `place` | the contract of what computes one job at a time |
| `inline`, `workers`, `cluster` | threads, processes of this machine, a Dask cluster |
| `performing`, `working`, `messages` | what happens on the other side |

What concerns clusters is imported by whoever has one, as it needs Dask: `cluster`, with `scheduler`
and `cluster_working`.
"""

from hintwise.service.jobs.figures import Figures
from hintwise.service.jobs.inline import InlineJobs
from hintwise.service.jobs.job import Busy, Job, JobFailed, Jobs, Superseded
from hintwise.service.jobs.waiting import Bounds
from hintwise.service.jobs.workers import open_jobs

__all__ = [
    "Bounds",
    "Busy",
    "Figures",
    "InlineJobs",
    "Job",
    "JobFailed",
    "Jobs",
    "Superseded",
    "open_jobs",
]
