# Not built in CI. Mount a volume at /data, or set DATABASE_URL.
FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
RUN install -d -o node /data && install -d -o node -m 700 .cache
USER node
ENV DATA_DIR=/data HOST=0.0.0.0
EXPOSE 3000
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--v8-pool-size=1", "src/main.ts"]
