/**
 * Says whether every case is tried, as before a release (`npm run test:release`), or the telling ones, as every day.
 */
export const THOROUGH = process.env.TEST_RELEASE !== undefined

/** Chooses how many cases are tried before a release, and every day. */
export function runs(release: number, daily: number): number {
  return THOROUGH ? release : daily
}
