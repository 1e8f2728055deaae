/** Texts of the console that English says differently for one thing: a file for each folder of src/console. */
import type { Plural } from '../../text.ts'
import { catalogueSingulars } from './catalogue.ts'
import { findingsSingulars } from './findings.ts'
import { frameSingulars } from './frame.ts'
import { messagesSingulars } from './messages.ts'
import { operationsSingulars } from './operations.ts'
import { ordersSingulars } from './orders.ts'
import { overviewSingulars } from './overview.ts'
import { packingSingulars } from './packing.ts'
import { paymentsSingulars } from './payments.ts'
import { peopleSingulars } from './people.ts'
import { pricingSingulars } from './pricing.ts'
import { returnsSingulars } from './returns.ts'
import { settingsSingulars } from './settings.ts'
import { fileSingulars } from './upkeep/files.ts'
import { upkeepSingulars } from './upkeep/findings.ts'
import { inboxSingulars } from './upkeep/inbox.ts'
import { programSingulars } from './upkeep/programs.ts'

export const singulars: Readonly<Record<string, Plural>> = {
  ...frameSingulars,
  ...catalogueSingulars,
  ...messagesSingulars,
  ...operationsSingulars,
  ...ordersSingulars,
  ...overviewSingulars,
  ...packingSingulars,
  ...paymentsSingulars,
  ...peopleSingulars,
  ...pricingSingulars,
  ...returnsSingulars,
  ...programSingulars,
  ...inboxSingulars,
  ...fileSingulars,
  ...findingsSingulars,
  ...upkeepSingulars,
  ...settingsSingulars,
}
