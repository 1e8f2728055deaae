/** The part of a product's page that leads to the other products of its group: a list of links for each option. */
import { type Html, html } from '../../html/html.ts'
import { findText } from '../../shop/in-words.ts'
import { colon, t } from '../../words/words.ts'
import { productPath } from '../addresses/product-address.ts'
import { imageTag } from '../product-picture.ts'
import type { GroupTexts, Option, OptionValue } from './group.ts'
import { optionInWords } from './in-words.ts'
import type { GroupWithVariants, Variant } from './queries.ts'

/** The name of a group as readers of the page's language see it. */
export function groupName({ name, texts }: { name: string; texts: GroupTexts }): string {
  return findText(language => texts[language]?.name) ?? name
}

export function chooser(
  { options, texts, variants }: GroupWithVariants,
  chosen: { id: number; options: OptionValue[] },
): Html | false {
  if (variants.length < 2) return false
  return html`<nav class="options" aria-label="${t('Choose')}">${options.map((option, n) => {
    const id = `option-${n}`
    const own = chosen.options.find(({ name }) => name === option.name)?.value ?? ''
    const offered = option.values.flatMap(value => {
      const variant = closest(variants, chosen, option, value)
      return variant ? [{ value, variant }] : []
    })
    const hasSwatches = new Set(offered.map(({ variant }) => variant.images[0]?.url)).size > 1
    return html`<p id="${id}">${optionInWords(option.name, texts)}${colon()} <strong>${optionInWords(own, texts)}</strong></p>
      <ul class="chips" aria-labelledby="${id}">${offered.map(
        ({ value, variant }) =>
          html`<li>${link(variant, optionInWords(value, texts), {
            isChosen: value === own,
            hasSwatches,
            changes: changesBesides(option, chosen, variant, texts),
          })}</li>`,
      )}</ul>`
  })}</nav>`
}

/** Names the other options that a link changes, as "not in M, leads to S". Otherwise a new colour could silently be another size. */
function changesBesides(
  { name }: Option,
  chosen: { options: OptionValue[] },
  { options }: Variant,
  texts: GroupTexts,
): string[] {
  return chosen.options.flatMap(before => {
    const after = options.find(one => one.name === before.name)
    if (before.name === name || !after || after.value === before.value) return []
    return t('not in {own}, leads to {other}', {
      own: optionInWords(before.value, texts),
      other: optionInWords(after.value, texts),
    })
  })
}

/** A picture beside the word, where the variants of an option look different, as they do in colours. */
function link(
  variant: Variant,
  text: string,
  { isChosen, hasSwatches, changes }: { isChosen: boolean; hasSwatches: boolean; changes: string[] },
): Html {
  const [image] = hasSwatches ? variant.images : []
  const isThere = variant.status === 'active' && variant.stock > 0
  const notes = [...changes, ...(isThere ? [] : [t('Out of stock')])]
  return html`<a href="${productPath(variant)}"${isChosen && html` aria-current="true"`}>${
    image &&
    imageTag(
      {
        ...image,
        alt: '',
      },
      '2.5rem',
    )
  }${text}${notes.length > 0 && html` <small>(${notes.join(', ')})</small>`}</a>`
}

/** The product with this value that has most in common with the chosen one; of several, one that can be ordered. */
function closest(
  variants: readonly Variant[],
  chosen: { id: number; options: OptionValue[] },
  { name }: Option,
  value: string,
): Variant | undefined {
  const has = (options: readonly OptionValue[], one: OptionValue) =>
    options.some(other => other.name === one.name && other.value === one.value)
  const score = (variant: Variant) => {
    const shared = chosen.options.filter(one => has(variant.options, one)).length
    return shared * 2 + (variant.status === 'active' && variant.stock > 0 ? 1 : 0)
  }
  return variants
    .filter(({ options }) => has(options, { name, value }))
    .reduce<Variant | undefined>((best, one) => (best && score(best) >= score(one) ? best : one), undefined)
}
