/** Fields that several requests share, with their error texts. */
import { Type } from 'typebox'
import { CHECK, directionMark, TRIM } from '../http/input/keywords.ts'
import { LANGUAGES } from '../words/languages.ts'
import { weakness } from './passwords/rules.ts'

/** The limit only keeps the rules of passwords cheap. Those that compare with the stored user are checked again later. */
export const NewPassword = Type.String({ minLength: 1, maxLength: 1000, [CHECK]: weakness })

export const UserName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  'x-reason': 'is required',
  [CHECK]: directionMark,
  [TRIM]: 'words',
})

/** A second factor's. */
export const FactorName = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  'x-reason': 'is required',
  [CHECK]: directionMark,
  [TRIM]: true,
})

/** E.164. */
export const Phone = Type.String({
  pattern: '^\\+[1-9]\\d{6,14}$',
  'x-reason': 'must be an international number like +491701234567',
})

/** Languages that Semel knows; users/locale.ts checks later which of them the shop has. */
export const Locale = Type.String({
  enum: [...LANGUAGES],
  description:
    'The language of emails and text messages: one of the shop. Staff read the console in it, and may choose any.',
})

export const Code = Type.String({ minLength: 1, maxLength: 64, examples: ['492039'] })
export const RecoveryCode = Type.String({ minLength: 1, maxLength: 64 })
export const Token = Type.String({ minLength: 1, maxLength: 200 })
