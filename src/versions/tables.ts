declare module '../database/schema.ts' {
  interface Tables {
    version_usage: { day: Date; version: string; client: string; requests: number }
  }
}
