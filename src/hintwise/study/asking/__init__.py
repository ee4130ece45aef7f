"""Asking participants: what comes next is computed, verified and shown."""

from hintwise.study.asking.deeds import NotOpen as NotOpen
from hintwise.study.asking.deeds import event_of as event_of
from hintwise.study.asking.visits import Visit as Visit
from hintwise.study.asking.visits import visit as visit
from hintwise.study.asking.visits import without_needless as without_needless
from hintwise.study.asking.warming import warm_up as warm_up
from hintwise.study.asking.warming import warm_ups as warm_ups
