/** Texts of src/console/payments. */
export const paymentsTexts = {
  'Paid back': 'Remboursé',
  // The list of payments
  'Under way': 'En cours',
  'Ended without money': 'Terminé sans argent',
  'To look at': 'À examiner',
  'In doubt': 'Incertain',
  'No payments here': 'Aucun paiement ici',
  'They appear as soon as customers pay.': 'Ils apparaissent dès que les clients paient.',
  'Nothing is in doubt, and everything is as it was asked.': 'Rien n’est incertain, et tout est comme demandé.',
  'Do you know why the provider has payments that this shop does not know?':
    'Savez-vous pourquoi le prestataire a des paiements que cette boutique ne connaît pas ?',
  'Noted.': 'Noté.',
  Events: 'Événements',
  '{count} events of the provider are about payments that this shop does not know. Another shop may use the same account, or the database was set back.':
    {
      one:
        '{count} événement du prestataire concerne des paiements que cette boutique ne connaît pas. Une autre ' +
        'boutique utilise peut-être le même compte, ou la base de données a été restaurée.',
      other:
        '{count} événements du prestataire concernent des paiements que cette boutique ne connaît pas. Une autre ' +
        'boutique utilise peut-être le même compte, ou la base de données a été restaurée.',
    },
  Due: 'Dû',
  'Received in {days} days': 'Reçu en {days} jours',
  'Refunded in {days} days': 'Remboursé en {days} jours',
  'Refunds due': 'Remboursements à faire',
  'Of these, transfers to make': 'Dont virements à faire',
  Nothing: 'Rien',
  'More than {total} orders': 'Plus de {total} commandes',
  ' and ': ' et ',
  'order #{id}': 'commande n° {id}',
  'payment of {time}': 'paiement du {time}',
  Begun: 'Commencé',
  By: 'Par',
  'More than was due': 'Plus que le montant dû',
  Differs: 'Différent',
  'Refund failed': 'Échec du remboursement',

  // States of payments and disputes
  'Being opened': 'En cours d’ouverture',
  'Waiting for the customer': 'En attente du client',
  'The bank is making the payment': 'La banque exécute le paiement',
  'Authorized, being taken': 'Autorisé, en cours d’encaissement',
  'Being stopped': 'En cours d’arrêt',
  Stopped: 'Arrêté',
  Expired: 'Expiré',
  'The bank asks': 'La banque demande',
  Chargeback: 'Contestation',
  'Chargeback won': 'Contestation gagnée',
  'Chargeback lost': 'Contestation perdue',
  'Chargeback prevented': 'Contestation évitée',
  'Unknown state': 'État inconnu',

  // Transfers to make
  Transfer: 'Virement',
  'Transfers to make': 'Virements à faire',
  'I have sent the ticked ones': 'J’ai envoyé les virements cochés',
  "Did you make these transfers at your bank? Each customer gets an email. You can't undo this.":
    'Avez-vous fait ces virements à votre banque ? Chaque client reçoit un e-mail. Cette action est ' + 'définitive.',
  'Marked as sent. Each customer gets an email.': 'Marqués comme envoyés. Chaque client reçoit un e-mail.',
  'Make a file for the bank': 'Créer un fichier pour la banque',
  'The file is ready. Download it, and upload it at your bank.':
    'Le fichier est prêt. Téléchargez-le, puis envoyez-le à votre banque.',
  'I have sent this file': 'J’ai envoyé ce fichier',
  "Did your bank take this file? Each customer gets an email. You can't undo this.":
    'Votre banque a-t-elle accepté ce fichier ? Chaque client reçoit un e-mail. Cette action est définitive.',
  'Discard this file': 'Abandonner ce fichier',
  'Discard this file? Do that only if your bank has not made its transfers: they can then be paid in another way.':
    'Abandonner ce fichier ? Seulement si votre banque n’a pas exécuté ses virements : ils pourront alors ' +
    'être payés autrement.',
  'The file is discarded.': 'Le fichier est abandonné.',
  'This money came by bank transfer, so it goes back by one. Make the transfers at your bank, and say here that you have sent them: only then customers are told.':
    'Cet argent est venu par virement, il est donc rendu par virement. Faites les virements à votre banque, ' +
    'puis indiquez ici que vous les avez envoyés : les clients ne l’apprennent qu’alors.',
  'Files for the bank': 'Fichiers pour la banque',
  'No transfers to make': 'Aucun virement à faire',
  'Refunds of money that came by bank transfer appear here.':
    'Les remboursements d’argent venu par virement apparaissent ici.',
  'Transfer for order #{id}': 'Virement pour la commande n° {id}',
  'of {reference}': 'de {reference}',
  'made {time}': 'créé {time}',
  Download: 'Télécharger',
  'Only for banks outside of the European Economic Area.':
    'Seulement pour les banques hors de l’Espace économique européen.',
  'Save account': 'Enregistrer le compte',
  'Account saved.': 'Compte enregistré.',
  'Ask the customer again': 'Redemander au client',
  'The link is on its way to the customer.': 'Le lien est en route vers le client.',
  File: 'Fichier',
  'I have sent it': 'Je l’ai envoyé',
  "Did you make this transfer at your bank? The customer gets an email. You can't undo this.":
    'Avez-vous fait ce virement à votre banque ? Le client reçoit un e-mail. Cette action est définitive.',
  'Marked as sent. The customer gets an email.': 'Marqué comme envoyé. Le client reçoit un e-mail.',
  'How the customer said so': 'Comment le client l’a dit',
  'For example: on the phone on Monday. Only the shop reads this.':
    'Par exemple : au téléphone lundi. Seule la boutique le lit.',
  'The customer does not want it': 'Le client n’en veut pas',
  'Is nobody to send this money? It stays with the shop, and a credit note for it is taken back.':
    'Personne ne doit envoyer cet argent ? Il reste à la boutique, et un avoir correspondant est annulé.',
  'Noted. Nobody has to send this money.': 'Noté. Personne n’a à envoyer cet argent.',
  'for order #{id}': 'pour la commande n° {id}',
  '{sum} for {order}': '{sum} pour {order}',
  'Owed since {time}': 'Dû depuis le {time}',
  'It is in a file for the bank. Do not make it by hand, or it is paid twice. Its account cannot change.':
    'Il est dans un fichier pour la banque. Ne le faites pas à la main, sinon il est payé deux fois. Son ' +
    'compte ne peut pas changer.',
  'No refund after all': 'Finalement pas de remboursement',
  'In a file': 'Dans un fichier',
  Ready: 'Prêt',
  'Waits for the IBAN': 'Attend l’IBAN',
  'Copy name': 'Copier le nom',
  'Copy IBAN': 'Copier l’IBAN',
  'Copy reference': 'Copier la référence',
  'Code for your banking app': 'Code pour votre application bancaire',
  'This transfer as a code': 'Ce virement sous forme de code',
  'The customer was asked for the account by email on {time}.':
    'Le compte a été demandé au client par e-mail le {time}.',
  'Nobody has asked the customer for the account yet.': 'Personne n’a encore demandé le compte au client.',
  'You can also enter it yourself.': 'Vous pouvez aussi le saisir vous-même.',
  'Below is the account that the payment came from.': 'Ci-dessous, le compte d’où venait le paiement.',
  'Change the account': 'Modifier le compte',
  'Enter the account': 'Saisir le compte',

  // The money of an order
  Disputes: 'Contestations',
  'Bank transfer': 'Virement',
  'Bank transfers': 'Virements',
  'By bank transfer': 'Par virement',
  '{provider} says': '{provider} indique',
  'Held by a bank': 'Retenu par une banque',
  'Taken back by a bank': 'Repris par une banque',
  'By the shop': 'Par la boutique',
  'Made at the provider': 'Fait chez le prestataire',
  'Chargeback, credited': 'Contestation, créditée',
  'Open the payment page': 'Ouvrir la page de paiement',
  'Take the money': 'Encaisser l’argent',
  'Stop the payment': 'Arrêter le paiement',
  '{call} is in doubt since {time}: nobody knows whether {provider} has done it. Look there, then press one of the buttons.':
    '{call} est incertain depuis {time} : personne ne sait si {provider} l’a fait. Vérifiez chez le ' +
    'prestataire, puis appuyez sur un des boutons.',
  'Tried {count} times.': {
    one: 'Essayé {count} fois.',
    other: 'Essayé {count} fois.',
  },
  'The last answer was: {reply}': 'La dernière réponse était : {reply}',
  'There was no answer.': 'Il n’y a pas eu de réponse.',
  Done: 'Fait',
  'The provider has done it': 'Le prestataire l’a fait',
  'The provider has not done it: do it again': 'Le prestataire ne l’a pas fait : recommencer',
  'Is it shown at the provider?': 'Est-ce affiché chez le prestataire ?',
  'Are you sure that it is not shown at the provider? Otherwise it happens twice.':
    'Êtes-vous sûr que ce n’est pas affiché chez le prestataire ? Sinon cela arrive deux fois.',
  'It is being done again.': 'C’est en train d’être refait.',
  'The order is not marked as paid by it. Look at the payment at the provider; if it is wrong, send the money back there and cancel the order.':
    'La commande n’est pas marquée comme payée par ce paiement. Regardez-le chez le prestataire ; s’il est ' +
    'faux, renvoyez l’argent là-bas et annulez la commande.',
  'Somebody made it in the console of the provider. Cancel the order here if it is not to be shipped.':
    'Quelqu’un l’a fait dans la console du prestataire. Annulez la commande ici si elle ne doit pas être ' +
    'expédiée.',
  'The provider did not send it. Refund it again, or by bank transfer.':
    'Le prestataire ne l’a pas envoyé. Remboursez de nouveau, ou par virement.',
  'The refund is noted.': 'Le remboursement est noté.',
  'The customer reads it on the credit note.': 'Le client la lit sur l’avoir.',
  "The provider sends this money back by itself. You can't undo this.":
    'Le prestataire renvoie cet argent de lui-même. Cette action est définitive.',
  "The provider sends back what it has taken, and you transfer the rest yourself. You can't undo this.":
    'Le prestataire renvoie ce qu’il a encaissé, et vous virez le reste vous-même. Cette action est définitive.',
  'Refund by bank transfer': 'Rembourser par virement',
  'This money came by bank transfer, so you make a transfer yourself. Put it into your list of transfers to make?':
    'Cet argent est venu par virement, vous faites donc un virement vous-même. L’ajouter à votre liste de ' +
    'virements à faire ?',
  'The customer is asked for an account, and you make the transfer yourself. Put it into your list of transfers to make?':
    'Un compte est demandé au client, et vous faites le virement vous-même. L’ajouter à votre liste de ' +
    'virements à faire ?',
  'The refund is noted. It is in the list of transfers to make.':
    'Le remboursement est noté. Il est dans la liste des virements à faire.',
  '{sum} can go back. Write less for a part of it.': '{sum} peuvent être rendus. Écrivez moins pour une partie.',
  'The order costs so much less then, and the rest stays due.':
    'La commande coûte alors d’autant moins, et le reste reste dû.',
  'A part of the money has come. {due} are still due. Wait with the parcel until the rest has come.':
    'Une partie de l’argent est arrivée. Il reste {due} à payer. Attendez le reste avant d’expédier le colis.',
  'The bank of the customer wants the money back. Wait with the parcel until it has decided.':
    'La banque du client réclame l’argent. Attendez sa décision avant d’expédier le colis.',
  'The bank of the customer has taken the money back. The order is not paid.':
    'La banque du client a repris l’argent. La commande n’est pas payée.',
  'The bank of the customer is still making the payment, which takes some days and can fail. Wait with the parcel until it has come.':
    'La banque du client exécute encore le paiement, ce qui prend quelques jours et peut échouer. Attendez ' +
    'qu’il arrive avant d’expédier le colis.',

  // Disputes
  Decision: 'Décision',
  'Write a credit note': 'Établir un avoir',
  "Write a credit note? The customer owes nothing anymore, and gets the credit note. You can't undo this.":
    'Établir un avoir ? Le client ne doit plus rien et reçoit l’avoir. Cette action est définitive.',
  'The credit note is being written.': 'L’avoir est en cours d’établissement.',
  'The customer still owes it': 'Le client le doit toujours',
  'Keep the claim? No credit note is written.': 'Maintenir la créance ? Aucun avoir n’est établi.',
  'Noted. The customer can pay on the page of the order.': 'Noté. Le client peut payer sur la page de la commande.',
  'You have kept the claim.': 'Vous avez maintenu la créance.',
  'A credit note corrects the sale.': 'Un avoir corrige la vente.',
  'Answer at the provider by {time}.': 'Répondez chez le prestataire au plus tard le {time}.',
  'The bank has your answer, or takes none.': 'La banque a votre réponse, ou n’en accepte pas.',
  'The bank of the customer asks about this payment, and no money has moved. {deadline} A good answer prevents a chargeback.':
    'La banque du client se renseigne sur ce paiement, et aucun argent n’a bougé. {deadline} Une bonne ' +
    'réponse évite une contestation.',
  'The bank of the customer wants this money back. {deadline} Stop the parcel if you can, and do not refund it as well: the customer would get it twice.':
    'La banque du client réclame cet argent. {deadline} Arrêtez le colis si vous pouvez, et ne remboursez ' +
    'pas en plus : le client le recevrait deux fois.',
  'The bank has decided for you. The money is yours again.':
    'La banque a tranché en votre faveur. L’argent est de nouveau à vous.',
  'The bank has decided for the customer, who has the money already.':
    'La banque a tranché en faveur du client, qui a déjà l’argent.',
  'The provider has paid the customer back by a rule of yours, before a chargeback began.':
    'Le prestataire a remboursé le client selon une de vos règles, avant le début d’une contestation.',
  'The provider has stopped it before it began. No money has moved.':
    'Le prestataire l’a arrêtée avant qu’elle ne commence. Aucun argent n’a bougé.',
  'The bank has closed its inquiry. No money has moved.': 'La banque a clos sa demande. Aucun argent n’a bougé.',
  'The provider says “{state}”, which Semel does not know. The money is gone. Look there what it means.':
    'Le prestataire indique « {state} », que Semel ne connaît pas. L’argent est parti. Vérifiez chez lui ce que cela signifie.',
  'The provider says “{state}”, which Semel does not know. No money is gone. Look there what it means.':
    'Le prestataire indique « {state} », que Semel ne connaît pas. Aucun argent n’est parti. Vérifiez chez lui ce que cela signifie.',
  'The money is gone. The customer owes it again, and can pay on the page of the order. No credit note was written: decide what your books say.':
    'L’argent est parti. Le client le doit de nouveau, et peut payer sur la page de la commande. Aucun avoir n’a ' +
    'été établi : décidez ce que dit votre comptabilité.',

  // Transfers of an order
  'Booked by the bank on': 'Enregistré par la banque le',
  Payer: 'Payeur',
  'Note this transfer': 'Noter ce virement',
  'Transfer noted.': 'Virement noté.',
  'Take back': 'Annuler',
  'Did this transfer not come, or not for this order? The order is due again.':
    'Ce virement n’est-il pas venu, ou pas pour cette commande ? La commande est de nouveau due.',
  'The transfer was taken back.': 'Le virement a été annulé.',
  'Note a transfer': 'Noter un virement',
  'Write what came. If it is less, the rest stays due. If it is more, the surplus goes back.':
    'Écrivez ce qui est arrivé. Si c’est moins, le reste reste dû. Si c’est plus, le trop-perçu est rendu.',
  '{sum} of it is more than was due, and goes back.': 'Dont {sum} de plus que le montant dû, qui sont rendus.',
  'It also pays {orders}.': 'Il paie aussi {orders}.',

  // The check of a VAT ID
  'Not checked: VIES gave no answer on {when} ({reason}). Check it by hand':
    'Non vérifié : VIES n’a pas répondu le {when} ({reason}). Vérifiez-le à la main',
  'Valid in VIES on {when}': 'Valide dans VIES le {when}',
  'Not valid in VIES on {when}': 'Non valide dans VIES le {when}',
  'consultation number {number}': 'numéro de consultation {number}',
  Currency: 'Devise',
  BIC: 'BIC',
} as const
