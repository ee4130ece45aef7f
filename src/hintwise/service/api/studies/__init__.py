"""Studies: for those who take part, and for those who run them."""

from fastapi import APIRouter

from hintwise.service.api.studies import running, taking_part

router = APIRouter()
router.include_router(taking_part.router)
router.include_router(running.router)
