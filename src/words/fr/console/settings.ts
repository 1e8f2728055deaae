/** Texts of src/console/settings. */
export const settingsTexts = {
  // Set-up and groups of settings
  'Set up your shop': 'Configurez votre boutique',
  'Open the shop': 'Ouvrir la boutique',
  'Name and look': 'Nom et apparence',
  'Home page': 'Page d’accueil',
  'The heading of the home page': 'Le titre de la page d’accueil',
  Legal: 'Mentions légales',
  'Legal facts': 'Données légales',
  Selling: 'Vente',
  Countries: 'Pays',
  Languages: 'Langues',
  'Bank account': 'Compte bancaire',
  'First product': 'Premier produit',
  'Sender and news of orders': 'Expéditeur et avis de commandes',
  'Send a test': 'Envoyer un test',
  'No email has arrived: see what went wrong': 'Aucun e-mail n’est arrivé : voyez ce qui n’a pas marché',
  'Your time zone; check currency, country and languages too':
    'Votre fuseau horaire ; vérifiez aussi monnaie, pays et langues',
  'Laws may want on your papers: your legal form, or that you are a sole trader.':
    'La loi peut exiger sur vos documents : votre forme juridique, ou que vous êtes entrepreneur individuel.',
  'Each country has its own rates. They are under "VAT rates".':
    'Chaque pays a ses propres taux. Ils sont sous « Taux de TVA ».',
} as const
