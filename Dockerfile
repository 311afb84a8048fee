# What is run is the executable of docs/operations.md, "One file": it starts in less than half of the time of the sources,
# and an image without them, their packages and a package manager has less in it that can be changed or attacked.
FROM --platform=$BUILDPLATFORM oven/bun:1.4.5-slim AS build
WORKDIR /build
COPY package.json bun.lock bunfig.toml tsconfig.json ./
COPY packages packages
RUN bun install --production --frozen-lockfile --ignore-scripts
COPY CHANGELOG.md ./
COPY docs docs
COPY drizzle drizzle
COPY scripts scripts
COPY src src
# Set where an image for another processor is built.
ARG TARGETARCH
RUN bun run scripts/build.ts --packages --outfile /out/gatehouse ${TARGETARCH:+--target=bun-linux-$TARGETARCH}
# An image that is handed on with the WhatsApp library inside falls under its licences: docs/whatsapp.md.
ARG WHATSAPP=yes
RUN [ "$WHATSAPP" = yes ] || rm -r /out/node_modules

FROM debian:trixie-slim AS image
COPY --from=build /out /opt/gatehouse
COPY LICENSE /opt/gatehouse/
# With a root file system that is read-only, /data is the only place to write: SQLite sorts there what is large, and
# Bun keeps no cache of compiled packages. The last two are src/core/process/runtime-options.ts.
ENV PATH=/opt/gatehouse:$PATH NODE_ENV=production PORT=8080 \
  DATA_DIR=/data TMPDIR=/data BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 \
  BUN_CONFIG_MAX_HTTP_REQUESTS=32768 MIMALLOC_PURGE_DELAY=1000
# /backups for a volume with backups: it belongs to the same user then.
RUN install -d -o 1000 -g 1000 -m 700 /data /backups
WORKDIR /data
VOLUME /data
EXPOSE 8080
USER 1000:1000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["gatehouse", "health"]
ENTRYPOINT ["gatehouse"]
CMD ["start"]

# Fly mounts volumes as they were made, owned by root: the user is changed once that is put right.
FROM image AS fly
USER root
COPY --chmod=755 scripts/container-start /usr/local/bin/container-start
ENTRYPOINT ["container-start", "gatehouse"]
CMD ["start"]

FROM image
