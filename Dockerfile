# The web application. Build and run it with compose.yaml, or alone:
#   docker build --tag hintwise . && docker run --publish 127.0.0.1:8000:8000 hintwise
FROM python:3.12-slim

RUN useradd --create-home --uid 1000 hintwise
WORKDIR /opt/hintwise
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir '.[web,fast]'

USER hintwise
RUN mkdir -p /home/hintwise/.local/share/hintwise
VOLUME /home/hintwise/.local/share/hintwise

# A container is reached from outside only by what is published of it.
ENV HINTWISE_HOST=0.0.0.0 \
    HINTWISE_PORT=8000 \
    HINTWISE_LOG=json \
    PYTHONUNBUFFERED=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s \
    CMD ["python", "-m", "hintwise.service.operations.probe"]
CMD ["hintwise", "serve"]
