/** The words of the page's language for what scripts say. */
import { translator } from '../../words/translate.js'

/**
 * The server puts the words of the page's language in place of this (assets.ts).
 *
 * @type {import('../../words/translate.js').Words}
 */
const WORDS = {}
/** @type {import('../../words/translate.js').Words} */
const SINGULARS = {}

/** Says an English sentence in the language of the page. */
export const say = translator(WORDS, SINGULARS, document.documentElement.lang)
