declare module '../../database/schema.ts' {
  interface Tables {
    categories: { name: string; parent: string | null; position: number }
  }
}

export {}
