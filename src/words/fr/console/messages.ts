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
  'Plain text. An empty line starts a new paragraph. Each email begins with the name of the customer.':
    'Texte brut. Une ligne vide commence un paragraphe. Chaque e-mail commence par le nom du client.',
  'What every customer must know': 'Ce que chaque client doit savoir',
  'Such as a recall, or new terms. To all customers.':
    'Par exemple un rappel ou de nouvelles conditions. À tous les clients.',
  'Only to customers who asked for news, at confirmed addresses.':
    'Seulement aux clients abonnés aux nouveautés, à des adresses confirmées.',
  'Customers who ordered from': 'Clients ayant commandé à partir du',
  'Leave both days empty to reach all customers.': 'Laissez les deux jours vides pour joindre tous les clients.',
  Preview: 'Aperçu',
  'Saved as a draft. Nothing is sent yet.': 'Enregistré comme brouillon. Rien n’est encore envoyé.',
  "Publish this? We email the customers immediately. This can't be undone.":
    'Publier ? Les clients reçoivent l’e-mail aussitôt. C’est irréversible.',
  'Published. The emails are on their way.': 'Publié. Les e-mails sont en route.',
  'Delete the draft': 'Supprimer le brouillon',
  'Delete this draft?': 'Supprimer ce brouillon ?',
  'Draft deleted.': 'Brouillon supprimé.',
  'Send it': 'Envoyer',
  'Here for a customer called Ada Lovelace.': 'Ici pour une cliente nommée Ada Lovelace.',
  To: 'À',
  'Recipients now': 'Destinataires actuels',
  'No announcements yet': 'Aucune annonce pour l’instant',
  'Follow the progress of your announcements here.': 'Suivez ici la progression de vos annonces.',
  'New announcement': 'Nouvelle annonce',
  'Take it over': 'Reprendre',
  'Have you read it? It is yours from now on, and goes to everybody who has not got it yet.':
    'L’avez-vous lue ? Elle est désormais la vôtre et part à tous ceux qui ne l’ont pas encore reçue.',
  'The announcement is yours, and goes on.': 'L’annonce est la vôtre et continue.',
  'End it': 'Arrêter',
  'End this announcement? Nobody else gets it. Emails that were sent stay.':
    'Arrêter cette annonce ? Personne d’autre ne la reçoit. Les e-mails envoyés restent.',
  'Announcement ended. Nobody else gets it.': 'Annonce arrêtée. Personne d’autre ne la reçoit.',
  'Preparing recipients': 'Préparation des destinataires',
  'No customer matched.': 'Aucun client ne correspondait.',
  Progress: 'Progression',
  Actions: 'Actions',
  'It is stopped, because its author may no longer announce.':
    'Elle est suspendue, car son auteur n’a plus le droit d’envoyer des annonces.',
  'Customers who asked for news': 'Clients abonnés aux nouveautés',
  'All customers': 'Tous les clients',
  'Your answer is on its way.': 'Votre réponse est en route.',
  'Your answer goes out': 'Votre réponse part',
  'Message from {name}': 'Message de {name}',
  Answer: 'Répondre',
  'A former colleague': 'Un ancien collègue',
  'No open messages': 'Aucun message ouvert',
  'Messages from the contact page appear here until you mark them as answered.':
    'Les messages de la page de contact apparaissent ici jusqu’à ce que vous les marquiez comme traités.',
  'No messages': 'Aucun message',
  'Messages from the contact page appear here.': 'Les messages de la page de contact apparaissent ici.',
  'No name given': 'Aucun nom indiqué',
  'Marked as answered.': 'Marqué comme traité.',
  'Open again': 'Rouvrir',
  'The message is open again.': 'Le message est de nouveau ouvert.',
  'Emails to these addresses came back, or their readers pressed “spam”. We send them nothing more, except that those who complained still get emails about their orders.':
    'Les e-mails à ces adresses sont revenus, ou leurs lecteurs ont cliqué sur « spam ». Nous ne leur envoyons ' +
    'plus rien, sauf, après une plainte, les e-mails sur leurs commandes.',
  'No addresses here': 'Aucune adresse ici',
  'An address appears here when emails to it come back.': 'Une adresse apparaît ici quand ses e-mails reviennent.',
  'Came back': 'Revenu',
  Complained: 'Plainte',
  'Show them': 'Les afficher',
  'Send emails again': 'Envoyer de nouveau',
  'Send emails to this address again? Do this when its owner says that it works.':
    'Envoyer de nouveau à cette adresse ? Faites-le quand son propriétaire dit qu’elle fonctionne.',
  'Emails go there again. What was not sent stays unsent.':
    'Les e-mails y vont de nouveau. Ce qui n’a pas été envoyé ne l’est pas.',
  'Subject in {language}': 'Objet en {language}',
  'Message in {language}': 'Message en {language}',
  'Customers who read another language get the first message.':
    'Les clients qui lisent une autre langue reçoivent le premier message.',
  'Removed.': 'Retiré.',
  'None yet.': 'Aucune pour l’instant.',
} as const
