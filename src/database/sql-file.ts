/** Statements that are not composed live in `.sql` files beside their module, where an editor checks them. */
import { readFileSync } from 'node:fs'

/**
 * Reads a statement once, when its module is loaded.
 * @param module `import.meta.url` of the module that the file lies beside
 */
export function readSql(file: string, module: string): string {
  return readFileSync(new URL(file, module), 'utf8')
}

/** The lines between `-- begin NAME` and `-- end NAME`: a condition of the statement that others share. */
export function partOf(statement: string, name: string): string {
  const [, part] = new RegExp(`-- begin ${name}\\n([^]*?)\\n *-- end ${name}\\n`).exec(statement) ?? []
  if (part === undefined) throw new Error(`The statement has no part ${name}.`)
  return part
}
