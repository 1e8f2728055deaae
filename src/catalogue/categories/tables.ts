declare module '../../database/schema.ts' {
  interface Tables {
    former_categories: { name: string; became: string }
    categories: { name: string; parent: string | null; position: number }
  }
}

export {}
