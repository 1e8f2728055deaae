/** Whether every case is tried, as before a release (`npm run test:release`), or the telling ones, as every day. */
export const THOROUGH = process.env.TEST_RELEASE !== undefined
