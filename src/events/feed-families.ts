import { FEED_TYPES } from './feed-data.ts'

/** `order.*` for all events that begin with `order.`, those that come later too. A test goes to its own webhook anyway. */
export const FEED_FAMILIES = [...new Set(FEED_TYPES.map(type => `${type.split('.')[0]}.*`))].filter(
  family => family !== 'webhook.*',
)
