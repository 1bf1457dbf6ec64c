# Mount a volume at /data, or set DATABASE_URL. Not built in CI.
FROM node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts
COPY src ./src
COPY sandbox ./sandbox
COPY config ./config
RUN install -d -o node -m 700 /data .cache
USER node
ENV DATA_DIR=/data HOST=0.0.0.0
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--v8-pool-size=1", "--wasm-tiering-budget=2000000000", "src/main.ts"]
