/** Texts of src/console/messages. */
export const messagesTexts = {
  // Messages of customers
  'Contact messages': 'Messages de contact',
  'Message from': 'Message de',
  Answered: 'Traité',
  Answers: 'Réponses',
  'Answer again': 'Répondre de nouveau',
  'Send the answer': 'Envoyer la réponse',
  'Mark as answered': 'Marquer comme traité',
  'Plain text. The email begins with the name of the writer, if we may show it, and quotes the message.':
    'Texte simple. L’e-mail commence par le nom de l’auteur, si nous pouvons l’afficher, et cite le message.',
} as const
