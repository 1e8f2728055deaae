/** Texts of src/console/settings. */
export const settingsTexts = {
  // Set-up and groups of settings
  'Set up your shop': 'Richten Sie Ihren Shop ein',
  'Open the shop': 'Shop öffnen',
  'Name and look': 'Name und Aussehen',
  'Home page': 'Startseite',
  'The heading of the home page': 'Die Überschrift der Startseite',
  Legal: 'Rechtliches',
  'Legal facts': 'Rechtliche Angaben',
  Selling: 'Verkauf',
  Countries: 'Länder',
  Languages: 'Sprachen',
  'Bank account': 'Bankkonto',
  'First product': 'Erstes Produkt',
  'Sender and news of orders': 'Absender und Meldungen zu Bestellungen',
  'Send a test': 'Test senden',
  'No email has arrived: see what went wrong': 'Keine E-Mail kam an: Sehen Sie nach, was schiefging',
  'Your time zone; check currency, country and languages too':
    'Ihre Zeitzone; prüfen Sie auch Währung, Land und Sprachen',
  'Laws may want on your papers: your legal form, or that you are a sole trader.':
    'Gesetze verlangen vielleicht auf Ihren Papieren: Ihre Rechtsform, oder dass Sie Einzelunternehmer sind.',
  'Each country has its own rates. They are under "VAT rates".':
    'Jedes Land hat eigene Sätze. Sie stehen unter „Umsatzsteuersätze“.',
} as const
