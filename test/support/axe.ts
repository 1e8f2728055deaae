import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What stands in the way of people with disabilities on this page, as axe-core sees it; empty when nothing does.
 * @param only these of its rules
 */
export async function barriers(page: Page, only?: string[]): Promise<string[]> {
  // It is half a megabyte, so a document gets it once.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  return page.evaluate(async only => {
    // The size of targets (WCAG 2.2, 2.5.8) is asked for by name, because axe leaves it out by itself.
    const rules = only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }
    // @ts-expect-error set by the script above
    const { violations } = await globalThis.axe.run({ ...rules, resultTypes: ['violations'] })
    return violations.flatMap((violation: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      violation.nodes.map(node => `${violation.id}: ${node.html} ${node.failureSummary}`),
    )
  }, only)
}
