/** Texts of the console about messages, recovery requests and announcements in French. */
export const inboxTexts = {
  'of {email}': 'de {email}',
  'Sent {time}': 'Envoyé {time}',
  'Not before {time}': 'Pas avant {time}',
  '{time} by {person}': '{time} par {person}',
  Everything: 'Tout',
  'message of {time}': 'message du {time}',
  '{done} of {all} processed': '{done} sur {all} traités',
  'Draft: {subject}': 'Brouillon : {subject}',
  'Publish to {customers}': 'Publier pour {customers}',
  '{number} customers': { one: '{number} client', other: '{number} clients' },
  'No customer would get it.': 'Aucun client ne la recevrait.',
  'Change the days.': 'Modifiez les jours.',
  'from {day}': 'du {day}',
  'to {day}, this day included': 'au {day} inclus',
  'Customers who asked for news, with an order': 'Clients abonnés aux nouveautés, avec une commande',
  'Customers with an order': 'Clients avec une commande',
  'the email of {time}': 'l’e-mail du {time}',
  'Sent {time} by {person}': 'Envoyée {time} par {person}',
  'You can send it again after {time}. Until then its worker, which we lost contact with, may still get a reply.':
    'Vous pouvez le renvoyer après {time}. Jusque-là, son processus, avec lequel nous avons perdu le contact, ' +
    'peut encore recevoir une réponse.',
} as const
