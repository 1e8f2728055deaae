import type { returns as german } from '../de/returns.ts'

/** Sending goods back. */
export const returns: Record<keyof typeof german, string> = {
  'Return requested': 'Retour demandé',
  'Return approved': 'Retour accepté',
  'Return received': 'Retour reçu',
  'Return closed': 'Retour clos',
  'Return declined': 'Retour refusé',
  Returns: 'Retours',
  'Send something back': 'Renvoyer un article',
  'Ask for a return': 'Demander un retour',
  'IBAN for the refund': 'IBAN pour le remboursement',
  'The account to which we send the money.': 'Le compte sur lequel nous versons l’argent.',
  'Why do you send it back?': 'Pourquoi le renvoyez-vous ?',
  '{name}: how many of {left}?': '{name} : combien sur {left} ?',
  'We have received your return request.': 'Nous avons reçu votre demande de retour.',
  'Print <a>the label</a> and put it on the parcel.': 'Imprimez <a>l’étiquette</a> et collez-la sur le colis.',
  'Please send it to:': 'Veuillez l’envoyer à :',
  '{amount} goes back to you for it.': '{amount} vous sont remboursés.',
  'You pay {amount} less for it.': 'Vous payez {amount} de moins.',
  'Taken off your invoice': 'Déduit de votre facture',
  'Still to pay': 'Reste à payer',
  'We have received your return request for order #{id}':
    'Nous avons reçu votre demande de retour pour la commande n° {id}',
  'Your return for order #{id} is approved': 'Votre retour pour la commande n° {id} est accepté',
  'Your return for order #{id} has arrived': 'Votre retour pour la commande n° {id} est arrivé',
  'Your return for order #{id} is closed': 'Votre retour pour la commande n° {id} est clos',
  'Your return for order #{id} is declined': 'Votre retour pour la commande n° {id} est refusé',
  'you want to send back a part of order #{id}. We look at it, and tell you by email how it goes on.':
    'Vous souhaitez renvoyer une partie de la commande n° {id}. Nous étudions votre demande et vous informons de la suite par e-mail.',
  'you can send back these items of order #{id}.': 'Vous pouvez renvoyer ces articles de la commande n° {id}.',
  'these items of order #{id} are here again. We check them, and tell you what you get back.':
    'Ces articles de la commande n° {id} nous sont bien revenus. Nous les vérifions et vous indiquerons ce qui vous est remboursé.',
  'your return for order #{id} is closed.': 'Votre retour pour la commande n° {id} est clos.',
  'we cannot take back these items of order #{id}.':
    'Nous ne pouvons pas reprendre ces articles de la commande n° {id}.',
  'Print the label': 'Imprimer l’étiquette',
  'Send it to': 'À envoyer à',
  'The order is {status}; only what was shipped can be returned.':
    'Seul ce qui a été expédié peut être renvoyé (statut de la commande : {status}).',
}
