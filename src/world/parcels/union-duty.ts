/**
 * The duty of the Union on small consignments. Council Regulation (EU) 2026/382 of 11 February 2026 (OJ L, 2026/382, 18.2.2026) ends the
 * relief for consignments of up to 150 euros on 1 July 2026. Until 1 July 2028 the duty on what is in them is 3 euros for each item, which
 * is each kind of goods by its tariff number and no piece (Commission Delegated Regulation (EU) 2026/1022; Baker McKenzie, Global Import
 * Blog, 2 July 2026). Later the tariff alone says it. Read on 28 November 2026.
 */
export const UNION_DUTY = {
  /** Cents of the euro. */
  most: 150_00,
  perKind: 3_00,
  from: new Date('2026-07-01T00:00:00+02:00'),
  until: new Date('2028-07-01T00:00:00+02:00'),
} as const
