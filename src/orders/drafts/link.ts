/**
 * The link of a draft order. Its token has 256 bits, derived from the id of the link with the service's key when the email is written. The
 * database has its digest. The link opens one draft and confirms it, and nothing else.
 */
import { randomUUIDv7 } from 'node:crypto'
import { derive, digest } from '../../secrets/crypto.ts'

/** The path of the page behind the link. */
export const DRAFT_LINK = '/draft-order'

function tokenOf(key: Buffer, linkId: string): string {
  return derive(key, 'draft order link', linkId)
}

export function newToken(key: Buffer): { id: string; hash: Buffer } {
  const id = randomUUIDv7()
  return { id, hash: digest(tokenOf(key, id)) }
}

/** @returns undefined for a link that has ended, or that another key made */
export function draftLinkPath(key: Buffer, draft: { link_id: string | null; token_hash: Buffer | null }) {
  if (!draft.link_id || !draft.token_hash) return undefined
  const token = tokenOf(key, draft.link_id)
  return digest(token).equals(draft.token_hash) ? `${DRAFT_LINK}?token=${token}` : undefined
}
