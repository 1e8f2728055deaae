/** The name of a group and the words of its options in the other languages of the shop. */
import type { ProductGroup } from '../../catalogue/groups/group.ts'
import { type Html, html } from '../../html/html.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { englishName, inEach, LANGUAGES, type Language, nameOfLanguage, withCapital } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/words.ts'

/** A group with more words is translated by the API. */
const MOST_WORDS = 60

const nameOf = (language: Language, n: number, part: 'text' | 'translation') => `texts.${language}.words.${n}.${part}`

const form = (language: Language): Form =>
  edit({
    id: `words-${language}`,
    at: `/admin/product-groups/:id/words-${language}`,
    api: '/api/product-groups/:id',
    fields: [
      { name: `texts.${language}.name`, label: `Name in ${englishName(language)}`, type: 'text', empty: 'keep' },
      ...Array.from({ length: MOST_WORDS }, (_, n): Field[] => [
        { name: nameOf(language, n, 'text'), label: 'Word', type: 'hidden' },
        {
          name: nameOf(language, n, 'translation'),
          label: 'Translation',
          type: 'text',
          width: 'medium',
          empty: 'keep',
        },
      ]).flat(),
    ],
    button: `Save the ${englishName(language)} words`,
    done: 'Saved.',
    look: 'quiet',
  })

const FORM_IN = inEach(form)
export const WORD_FORMS = Object.values(FORM_IN)

export function wordSection(visitor: Visitor, group: ProductGroup, states: FormStates): Html | false {
  const languages = visitor.shop?.languages ?? []
  if (languages.length < 2) return false
  const show = formsOf(visitor, states, { id: String(group.id) })
  const words = [...new Set(group.options.flatMap(({ name, values }) => [name, ...values]))].slice(0, MOST_WORDS)
  return html`<div class="card"><h2>${t('Words by language')}</h2>
    <p class="soft">${t('Where one is empty, customers read the word of the group.')}</p>
    ${languages
      .filter(language => LANGUAGES.includes(language))
      .map(language => {
        const known = group.texts[language]
        const translated = (word: string) => known?.words?.find(({ text }) => text === word)?.translation ?? ''
        const values = words.flatMap((word, n) => [
          [nameOf(language, n, 'text'), word],
          [nameOf(language, n, 'translation'), translated(word)],
        ])
        const fields = FORM_IN[language].fields
          .slice(0, 1 + words.length * 2)
          .map((field, index) =>
            index > 0 && field.type === 'text' ? { ...field, label: words[index / 2 - 1]! } : field,
          )
        const texts = { [`texts.${language}.name`]: known?.name ?? '', ...Object.fromEntries(values) }
        return html`<details${
          states[FORM_IN[language].id]?.problem && html` open`
        }><summary>${sayName(language)}</summary>${show({ ...FORM_IN[language], fields }, texts)}</details>`
      })}</div>`
}

function sayName(language: Language): string {
  return withCapital(nameOfLanguage(language, currentLanguage()), currentLanguage())
}
