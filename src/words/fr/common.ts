import type { common as german } from '../de/common.ts'
import type { Plural } from '../text.ts'

export const common: Record<keyof typeof german, string | Plural> = {
  'Skip to content': 'Aller au contenu',
  Shop: 'Boutique',
  Search: 'Rechercher',
  'Search the shop': 'Rechercher dans la boutique',
  Menu: 'Menu',
  Main: 'Navigation principale',
  Products: 'Produits',
  Contact: 'Contact',
  Console: 'Console',
  Account: 'Compte',
  'Sign in': 'Se connecter',
  'Sign out': 'Se déconnecter',
  "You're signed out.": 'Vous êtes déconnecté.',
  Orders: 'Commandes',
  Cart: 'Panier',
  '{count} items': { one: '{count} article', other: '{count} articles' },
  'Create an account': 'Créer un compte',
  Language: 'Langue',
  'Demo shop': 'Boutique de démonstration',
  'Demo shop: nothing is charged and nothing is delivered. <a>Open the inbox</a>':
    'Boutique de démonstration : rien n’est facturé ni livré. <a>Ouvrir la boîte de réception</a>',
  Home: 'Accueil',

  // The legal pages, and who sells
  Imprint: 'Mentions légales',
  Terms: 'Conditions générales',
  Privacy: 'Confidentialité',
  Withdrawal: 'Droit de rétractation',
  Delivery: 'Livraison',
  'Terms of this order': 'Conditions de cette commande',
  'This text is no longer in force. <a>Read the current one</a>.':
    'Ce texte n’est plus en vigueur. <a>Lire le texte actuel</a>.',
  'Published on {day}.': 'Publié le {day}.',
  "We can't find this page. The shop has not published it.": 'Cette page n’existe pas. La boutique ne l’a pas publiée.',
  'Delivery time': 'Délai de livraison',
  'VAT ID {vatId}': 'N° de TVA {vatId}',
}
