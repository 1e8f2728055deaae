/**
 * The three common kinds of forms. `removal` deletes a thing, `step` posts to it, and `edit` changes it. What most forms of
 * a kind have in common is said here once: the id, the page that follows, and the look of the button.
 */
import type { Form } from './form.ts'

type Declared<Words extends string> = {
  /** The form posts here without JavaScript. The last word is the form's id, unless it has another one. */
  readonly at: string
  /** The address of the operation. */
  readonly api: string
  readonly button: Words
} & Partial<Omit<Form<Words>, 'action' | 'operation' | 'success'>> &
  (
    | {
        /** The message on the page that follows. */
        readonly done: Words
        /** The page that follows, where it is not that of the kind. */
        readonly go?: string
      }
    | { readonly success: Form<Words>['success'] }
  )

/** DELETE. Afterwards the thing has no page anymore, so its list follows. */
export function removal<Words extends string = string>(form: Declared<Words>): Form<Words> {
  return declare('DELETE', listOf(pageOf(form.at)), { look: 'danger', ...form })
}

/** POST. The page of the thing follows. */
export function step<Words extends string = string>(form: Declared<Words>): Form<Words> {
  return declare('POST', filledLater(pageOf(form.at)), { look: 'quiet', ...form })
}

/** PATCH, or PUT for what is written as a whole. The page of the thing follows. */
export function edit<Words extends string = string>({
  method = 'PATCH',
  ...form
}: Declared<Words> & { readonly method?: 'PATCH' | 'PUT' }): Form<Words> {
  return declare(method, filledLater(pageOf(form.at)), form)
}

function declare<Words extends string>(
  method: Form['operation']['method'],
  follows: string,
  { at, api, ...declared }: Declared<Words>,
): Form<Words> {
  const common = { id: at.split('/').at(-1)!, action: at, operation: { method, address: api }, fields: [] }
  if ('success' in declared) return { ...common, ...declared }
  const { go = follows, done, ...form } = declared
  return { ...common, ...form, success: { go, done } }
}

/** `/orders/:id/cancel` is on the page `/orders/:id`. */
function pageOf(at: string): string {
  return at.replace(/\/[^/:]+$/, '')
}

/** `/products/:id` is in the list `/products`. */
function listOf(page: string): string {
  return page.replace(/\/:\w+$/, '')
}

/** The answer of the operation fills the address. */
function filledLater(page: string): string {
  return page.replaceAll(/:(\w+)/g, '{$1}')
}
