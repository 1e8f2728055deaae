/** Things that the demo shop sells in variants, so that its pages show how customers choose. */
import type { GroupTexts, Option } from '../../catalogue/groups/group.ts'

export type SampleGroup = {
  /** The number of the generated product that the shop lists for the group. It has the first value of each option. */
  number: number
  thing: string
  options: readonly Option[]
  /** The colour of the drawing for each value of the first option. Without it all variants look alike. */
  colors?: Readonly<Record<string, string>>
  /** Amount by which a value makes its products dearer, in cents. */
  surcharges?: Readonly<Record<string, number>>
}

export const SAMPLE_GROUPS: readonly SampleGroup[] = [
  {
    number: 428,
    thing: 'Tote',
    options: [{ name: 'Colour', values: ['Sand', 'Moss', 'Rust', 'Night blue'] }],
    colors: { Sand: '#c9b08a', Moss: '#6f7f4f', Rust: '#b4532f', 'Night blue': '#2f4161' },
  },
  {
    number: 477,
    thing: 'Duvet Cover',
    options: [
      { name: 'Colour', values: ['Sage', 'White', 'Clay'] },
      { name: 'Size', values: ['Single', 'Double', 'King'] },
    ],
    colors: { Sage: '#8fa88b', White: '#f3f1ea', Clay: '#c0765a' },
    surcharges: { Double: 2000, King: 3500 },
  },
  {
    number: 78,
    thing: 'Desk Lamp',
    options: [{ name: 'Finish', values: ['Brass', 'Black', 'White', 'Copper'] }],
    colors: { Brass: '#c2a14d', Black: '#2f3234', White: '#f3f1ea', Copper: '#b0653f' },
    surcharges: { Copper: 1000 },
  },
  {
    number: 376,
    thing: 'Camp Mug',
    options: [{ name: 'Colour', values: ['Night blue', 'White', 'Rust'] }],
    colors: { 'Night blue': '#2f4161', White: '#f3f1ea', Rust: '#b4532f' },
  },
  {
    number: 307,
    thing: 'Notebook',
    options: [{ name: 'Format', values: ['A5', 'A6', 'A4'] }],
    surcharges: { A6: -400, A4: 600 },
  },
]

const OPTION_WORDS = {
  de: {
    Colour: 'Farbe',
    Size: 'Größe',
    Finish: 'Ausführung',
    Sand: 'Sand',
    Moss: 'Moosgrün',
    Rust: 'Rostrot',
    'Night blue': 'Nachtblau',
    Sage: 'Salbei',
    White: 'Weiß',
    Clay: 'Ton',
    Single: 'Einzelbett',
    Double: 'Doppelbett',
    King: 'Übergröße',
    Brass: 'Messing',
    Black: 'Schwarz',
    Copper: 'Kupfer',
  },
  fr: {
    Colour: 'Couleur',
    Size: 'Taille',
    Finish: 'Finition',
    Sand: 'Sable',
    Moss: 'Vert mousse',
    Rust: 'Rouille',
    'Night blue': 'Bleu nuit',
    Sage: 'Sauge',
    White: 'Blanc',
    Clay: 'Argile',
    Single: 'Une personne',
    Double: 'Deux personnes',
    King: 'Très grand lit',
    Brass: 'Laiton',
    Black: 'Noir',
    Copper: 'Cuivre',
  },
}

export function textsOf({ options }: SampleGroup): GroupTexts {
  const texts = options.flatMap(({ name, values }) => [name, ...values])
  const wordsIn = (words: Readonly<Record<string, string>>) =>
    texts.flatMap(text => (words[text] ? [{ text, translation: words[text] }] : []))
  return { de: { words: wordsIn(OPTION_WORDS.de) }, fr: { words: wordsIn(OPTION_WORDS.fr) } }
}

/** Every choice of one value for each option, in the order of the values. */
export function combinationsOf({ options }: SampleGroup): string[][] {
  return options.reduce<string[][]>(
    (chosen, { values }) => chosen.flatMap(before => values.map(value => [...before, value])),
    [[]],
  )
}
