/** Texts of the console in French: a file for each folder of src/console. */
import type { ConsoleDictionary } from '../../text.ts'
import { catalogueTexts } from './catalogue.ts'
import { findingsTexts } from './findings.ts'
import { frameTexts } from './frame.ts'
import { messagesTexts } from './messages.ts'
import { operationsTexts } from './operations.ts'
import { ordersTexts } from './orders.ts'
import { overviewTexts } from './overview.ts'
import { packingTexts } from './packing.ts'
import { paymentsTexts } from './payments.ts'
import { peopleTexts } from './people.ts'
import { pricingTexts } from './pricing.ts'
import { refusalsOfGoods } from './refusals/of-goods.ts'
import { refusalsOfMoney } from './refusals/of-money.ts'
import { refusalsOfSettings } from './refusals/of-settings.ts'
import { returnsTexts } from './returns.ts'
import { settingsTexts } from './settings.ts'
import { siteTexts } from './site/home.ts'
import { auditTexts } from './upkeep/audit.ts'
import { emailTextTexts } from './upkeep/email-texts.ts'
import { eventTexts } from './upkeep/events.ts'
import { fileTexts } from './upkeep/files.ts'
import { inboxTexts } from './upkeep/inbox.ts'
import { lawTexts } from './upkeep/laws.ts'
import { paperFindings } from './upkeep/paper-findings.ts'
import { paymentFindings } from './upkeep/payment-findings.ts'
import { programTexts } from './upkeep/programs.ts'
import { serverFindings } from './upkeep/server-findings.ts'

/** Scripts of the console say these too. */
export const scriptWords = { ...refusalsOfMoney, ...refusalsOfGoods, ...refusalsOfSettings }

export const consoleDictionary: ConsoleDictionary = {
  ...frameTexts,
  ...catalogueTexts,
  ...messagesTexts,
  ...operationsTexts,
  ...ordersTexts,
  ...overviewTexts,
  ...packingTexts,
  ...paymentsTexts,
  ...peopleTexts,
  ...pricingTexts,
  ...returnsTexts,
  ...emailTextTexts,
  ...eventTexts,
  ...auditTexts,
  ...lawTexts,
  ...programTexts,
  ...inboxTexts,
  ...fileTexts,
  ...findingsTexts,
  ...serverFindings,
  ...paperFindings,
  ...paymentFindings,
  ...settingsTexts,
  ...siteTexts,
  ...scriptWords,
}
