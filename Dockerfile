# syntax=docker/dockerfile:1
# The service as an image: docker build -t atelier .

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/engines/package.json ./packages/engines/
COPY packages/package-reader/package.json ./packages/package-reader/
COPY packages/client/package.json ./packages/client/
COPY apps/cli/package.json ./apps/cli/
COPY apps/console/package.json ./apps/console/
COPY apps/guide/package.json ./apps/guide/
COPY scripts/package.json ./scripts/
RUN npm ci --omit=dev --include=optional --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ormconfig.ts openapi.json .swcrc ./
COPY config ./config
COPY scripts ./scripts
COPY apps ./apps
COPY libs ./libs
COPY packages ./packages
COPY docs ./docs
COPY SECURITY.md CHANGELOG.md ./
RUN node scripts/build.mjs

# What the service runs on, without what compiles it.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/engines/package.json ./packages/engines/
COPY packages/package-reader/package.json ./packages/package-reader/
COPY packages/client/package.json ./packages/client/
COPY apps/cli/package.json ./apps/cli/
COPY apps/console/package.json ./apps/console/
COPY apps/guide/package.json ./apps/guide/
COPY scripts/package.json ./scripts/
# --build-arg ENGINES=false: without FFmpeg, whose binary may not be passed on (NOTICE), sharp and the embedded PostgreSQL.
ARG ENGINES=true
RUN npm ci --omit=dev $([ "$ENGINES" = false ] && echo --omit=optional) --include-workspace-root \
    --workspace=packages/engines --workspace=packages/package-reader && \
  rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/typescript

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
# Memory that was used goes back to the system (scripts/memory.mjs).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=262144 NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
COPY --from=build /app/package.json ./package.json
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/packages ./packages
COPY config ./config
COPY LICENSE NOTICE ./
COPY docs/third-party.md ./docs/
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
# Whether it lives: a process that migrates, or whose database is away, must not be replaced for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health/live').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# A worker: the same image with the command node --enable-source-maps dist/apps/worker/src/main.js
CMD ["node", "--enable-source-maps", "dist/apps/api/src/main.js"]
