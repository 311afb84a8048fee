FROM oven/bun:1.4.5-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json bunfig.toml ./
COPY packages packages
# The image brings Bun itself, so the copy that npm users get is left out.
RUN bun install --production --frozen-lockfile --ignore-scripts \
  && rm -rf node_modules/bun node_modules/@oven node_modules/.bin

FROM oven/bun:1.4.5-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data DATABASE_URL=file:/data/gatehouse.db
COPY --from=dependencies /app/node_modules node_modules
COPY package.json bunfig.toml LICENSE ./
COPY packages packages
COPY docs docs
COPY drizzle drizzle
COPY src src
COPY --chmod=755 scripts/container-start scripts/container-start
RUN install -d -o bun -g bun -m 700 /data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/app/scripts/container-start"]
CMD ["bun", "run", "src/main.ts"]
