/** The words of emails and text messages. */
import type { emails as german } from '../de/emails.ts'
import type { Plural } from '../text.ts'

export const emails: Record<keyof typeof german, string | Plural> = {
  'Hello {name},': 'Bonjour {name},',
  'Hello,': 'Bonjour,',
  Unsubscribe: 'Se désabonner',
  Item: 'Article',
  Amount: 'Montant',
  Total: 'Total',
  'Thank you for your order of {total}.': 'Merci pour votre commande de {total}.',
  'Thank you for your order': 'Merci pour votre commande',
  'we have received order #{id} and are getting it ready.':
    'Nous avons bien reçu votre commande n° {id} et nous la préparons.',
  'we have received order #{id}. We wait for your payment, and start when it has come.':
    'Nous avons bien reçu votre commande n° {id}. Nous attendons votre paiement et la préparerons dès sa réception.',
  'Nothing will be shipped.': 'Rien ne sera expédié.',
  'Nothing will be shipped. What you paid goes back to you.':
    'Rien ne sera expédié. La somme que vous avez payée vous sera rendue.',
  'Nothing will be shipped. What you paid has gone back to you.':
    'Rien ne sera expédié. La somme que vous avez payée vous a été rendue.',
  'we have received order #{id}, and it is on its way to you.':
    'Nous avons bien reçu votre commande n° {id}, et elle est en route.',
  'we have received order #{id}, and it has been delivered.':
    'Nous avons bien reçu votre commande n° {id}, et elle a été livrée.',
  'we have received order #{id}. It has been cancelled since, so nothing will be shipped.':
    'Nous avions bien reçu votre commande n° {id}. Elle a été annulée depuis : rien ne sera expédié.',
  'Changed your mind? You can cancel the order until we start preparing it.':
    'Vous avez changé d’avis ? Vous pouvez annuler la commande tant que nous n’avons pas commencé à la préparer.',
  'Order #{id} has been shipped': 'Votre commande n° {id} a été expédiée',
  'Tracking number {trackingNumber}': 'Numéro de suivi {trackingNumber}',
  'Order #{id} is ready to collect': 'Votre commande n° {id} est prête',
  'You can collect it now.': 'Vous pouvez la retirer dès maintenant.',
  'Your order is ready': 'Votre commande est prête',
  'order #{id} is ready. You can collect it now.':
    'Votre commande n° {id} est prête. Vous pouvez la retirer dès maintenant.',
  'we have received order #{id} and are getting it ready. We write as soon as you can collect it.':
    'Nous avons bien reçu votre commande n° {id} et nous la préparons. Nous vous écrirons dès que vous pourrez la retirer.',
  'we have received order #{id}, and it is ready to collect.':
    'Nous avons bien reçu votre commande n° {id}, et elle est prête à être retirée.',
  'we have received order #{id}, and you have collected it.':
    'Nous avons bien reçu votre commande n° {id}, et vous l’avez retirée.',
  'It is on its way to you.': 'Elle est en route.',
  'Your order is on its way': 'Votre commande est en route',
  'we have handed order #{id} to the carrier.': 'Nous avons remis votre commande n° {id} au transporteur.',
  'A part of order #{id} has been shipped': 'Une partie de votre commande n° {id} a été expédiée',
  'A part of your order is on its way': 'Une partie de votre commande est en route',
  'we have handed a part of order #{id} to the carrier. The rest follows in a parcel of its own.':
    'Nous avons remis une partie de votre commande n° {id} au transporteur. Le reste suit dans un autre colis.',
  'In this parcel: {pieces}': 'Dans ce colis : {pieces}',
  'Still to come: {pieces}': 'Reste à venir : {pieces}',
  'Order #{id} has a new tracking number': 'Votre commande n° {id} a un nouveau numéro de suivi',
  'Your new tracking number': 'Votre nouveau numéro de suivi',
  'please use this number to follow order #{id}.': 'Utilisez ce numéro pour suivre votre commande n° {id}.',
  'Nothing will be shipped, and we refund the {total} you paid.':
    'Rien ne sera expédié, et nous remboursons les {total} que vous avez payés.',
  "Nothing will be shipped and you won't be charged.": 'Rien ne sera expédié ni facturé.',
  'Order #{id} has been cancelled': 'Votre commande n° {id} a été annulée',
  'Your order has been cancelled': 'Votre commande a été annulée',
  'order #{id} has been cancelled. {outcome}': 'Votre commande n° {id} a été annulée. {outcome}',
  "If you didn't expect this, reply to this email and we'll look into it.":
    'Si vous ne vous y attendiez pas, répondez à cet e-mail : nous regarderons ce qui s’est passé.',
  'You get this email because you placed order #{id}.':
    'Vous recevez cet e-mail parce que vous avez passé la commande n° {id}.',
  Order: 'Commande',
  Placed: 'Passée',
  'Deliver to': 'Livrer à',
  Payment: 'Paiement',
  'Your note': 'Votre remarque',
  Tracking: 'Suivi',
  Paid: 'Payée',
  'Refund due': 'Remboursement à venir',
  Refunded: 'Remboursée',
  'Nothing to pay': 'Rien à payer',
  'View your order': 'Voir votre commande',
  'In stock: {name}': 'De nouveau en stock : {name}',
  'You asked us to tell you once.': 'Vous vouliez être prévenu une fois.',
  'You can order it now': 'Vous pouvez le commander',
  '{name} ({sku}) is in stock, at {price}.': '{name} ({sku}) est de nouveau en stock, à {price}.',
  'View the product': 'Voir le produit',
  "We can't keep one for you. This is the only email about it, unless you ask again.":
    'Nous ne pouvons pas en réserver. C’est le seul e-mail à ce sujet, sauf si vous le redemandez.',
  'You get this email because you asked us to tell you when this product is in stock.':
    'Vous recevez cet e-mail parce que vous vouliez savoir quand ce produit serait en stock.',
  'Order Confirmation #{id}': 'Confirmation de commande n° {id}',
  'Reset your password': 'Réinitialiser votre mot de passe',
  'The link works once, for 30 minutes.': 'Le lien fonctionne une fois, pendant 30 minutes.',
  'we received a request to reset your password.':
    'Nous avons reçu une demande de réinitialisation de votre mot de passe.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'The link works once and is valid for 30 minutes.': 'Le lien fonctionne une fois et reste valable 30 minutes.',
  'Your registration is not finished: when you sign in next, you set up your authenticator app anew.':
    'Votre inscription n’est pas terminée : à la prochaine connexion, vous configurerez de nouveau votre application d’authentification.',
  'You will still need your passkey or a code to sign in.':
    'Votre clé d’accès ou un code restera nécessaire pour vous connecter.',
  "If you didn't ask for this, ignore this email. Your password won't change.":
    'Si vous n’avez rien demandé, ignorez cet e-mail. Votre mot de passe ne changera pas.',
  'You get this email because a password reset was requested for your account.':
    'Vous recevez cet e-mail parce qu’une réinitialisation du mot de passe a été demandée pour votre compte.',
  'Welcome to {name}': 'Bienvenue chez {name}',
  'Your account is ready.': 'Votre compte est prêt.',
  'Welcome, {userName}': 'Bienvenue, {userName}',
  Welcome: 'Bienvenue',
  'Your account is ready, and two-step verification is set up. You can order right away.':
    'Votre compte est prêt, et la validation en deux étapes est configurée. Vous pouvez commander dès maintenant.',
  'Confirm this address': 'Confirmer cette adresse',
  'Keep your recovery codes in a safe place. They sign you in if you lose your phone.':
    'Gardez vos codes de secours en lieu sûr. Ils vous permettent de vous connecter si vous perdez votre téléphone.',
  'You get this email because someone created an account with this address.':
    'Vous recevez cet e-mail parce que quelqu’un a créé un compte avec cette adresse.',
  'Your email address has been changed': 'Votre adresse e-mail a été modifiée',
  'This is the new email address of your account.': 'C’est la nouvelle adresse e-mail de votre compte.',
  'This is your new address': 'Voici votre nouvelle adresse',
  'this is now the email address of your account. Use it to sign in.':
    'Cette adresse est désormais celle de votre compte. Utilisez-la pour vous connecter.',
  'You get this email because this address was entered for an account.':
    'Vous recevez cet e-mail parce que cette adresse a été saisie pour un compte.',
  'Confirm your email address': 'Confirmez votre adresse e-mail',
  'One click, and your address is confirmed.': 'Un clic, et votre adresse est confirmée.',
  'Confirm your address': 'Confirmez votre adresse',
  'you asked for a new link to confirm this address.':
    'Vous avez demandé un nouveau lien pour confirmer cette adresse.',
  'You get this email because someone asked for it on the account page.':
    'Vous recevez cet e-mail parce que quelqu’un l’a demandé sur la page du compte.',
  'your account and your personal data are deleted, as you asked. We must keep our books: your orders stay without your name and address, but with their country. Your invoices stay as they are for as long as the law asks.':
    'Votre compte et vos données personnelles sont supprimés, comme vous l’avez demandé. Nous devons tenir notre ' +
    'comptabilité : vos commandes sont conservées sans votre nom ni votre adresse, mais avec leur pays. Vos ' +
    'factures sont conservées telles quelles aussi longtemps que la loi l’exige.',
  'Your account was deleted': 'Votre compte a été supprimé',
  'This is the last email about it.': 'C’est le dernier e-mail à ce sujet.',
  'You can create a new account at any time.': 'Vous pouvez créer un nouveau compte à tout moment.',
  'Visit the shop': 'Visiter la boutique',
  "If this wasn't you, reply to this email.": 'Si ce n’était pas vous, répondez à cet e-mail.',
  'You get this email because your account was deleted. It is the last one.':
    'Vous recevez cet e-mail parce que votre compte a été supprimé. C’est le dernier.',
  'This address was not confirmed, so we have kept the messages that were sent to us from it without signing in.':
    'Cette adresse n’était pas confirmée. Nous avons donc gardé les messages qu’elle nous a envoyés sans connexion.',
  'You have never had an account with us? Then somebody else has entered your address.':
    'Vous n’avez jamais eu de compte chez nous ? Alors quelqu’un d’autre a saisi votre adresse.',
  'This account is not mine': 'Ce compte n’est pas le mien',
  'we were asked to reset your second factors because you lost them. They no longer work. Sign in with your password and the recovery code we gave you, then set up a new one.':
    'On nous a demandé de réinitialiser vos seconds facteurs parce que vous les avez perdus. Ils ne fonctionnent ' +
    'plus. Connectez-vous avec votre mot de passe et le code de secours que nous vous avons donné, puis configurez ' +
    'un nouveau facteur.',
  'Your second factors have been reset': 'Vos seconds facteurs ont été réinitialisés',
  "If this wasn't you, tell us right away.": 'Si ce n’était pas vous, dites-le-nous tout de suite.',
  "If this wasn't you, reply to this email right away.": 'Si ce n’était pas vous, répondez tout de suite à cet e-mail.',
  'You get this email because the second factors of your account were reset.':
    'Vous recevez cet e-mail parce que les seconds facteurs de votre compte ont été réinitialisés.',
  'Your password was changed': 'Votre mot de passe a été modifié',
  'your password was changed.': 'Votre mot de passe a été modifié.',
  'A sign-in method was added': 'Une méthode de connexion a été ajoutée',
  'a sign-in method was added to your account.': 'Une méthode de connexion a été ajoutée à votre compte.',
  'A sign-in method was removed': 'Une méthode de connexion a été retirée',
  'a sign-in method was removed from your account.': 'Une méthode de connexion a été retirée de votre compte.',
  'New recovery codes were created': 'De nouveaux codes de secours ont été créés',
  'new recovery codes were created for your account.': 'De nouveaux codes de secours ont été créés pour votre compte.',
  'someone signed in to your account from a new device on {time}.':
    'Quelqu’un s’est connecté à votre compte depuis un nouvel appareil le {time}.',
  'New sign-in to your account': 'Nouvelle connexion à votre compte',
  "someone entered your password and then several wrong codes, the last one on {time}. They didn't get in.":
    'Quelqu’un a saisi votre mot de passe, puis plusieurs codes erronés, le dernier le {time}. Cette personne n’a pas pu se connecter.',
  'Someone may know your password': 'Quelqu’un connaît peut-être votre mot de passe',
  'Your password was right, but the codes were wrong.': 'Le mot de passe était juste, mais les codes étaient faux.',
  'If this was you, you need not do anything.': 'Si c’était vous, vous n’avez rien à faire.',
  "If this wasn't you, choose a new password now, and change it wherever else you use it.":
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe, et changez-le partout où vous l’utilisez.',
  'authenticator app': 'application d’authentification',
  phone: 'téléphone',
  'hardware token': 'jeton matériel',
  passkey: 'clé d’accès',
  '100 wrong codes were entered in a row, so the codes of these methods no longer sign you in: {methods}.':
    '100 codes erronés ont été saisis de suite. Les codes de ces méthodes ne vous connectent donc plus : {methods}.',
  'A sign-in method was disabled': 'Une méthode de connexion a été désactivée',
  'Too many wrong codes were entered in a row.': 'Trop de codes erronés ont été saisis de suite.',
  'Sign in with another method or a recovery code. Then remove the disabled one and add it again.':
    'Connectez-vous avec une autre méthode ou un code de secours. Retirez ensuite la méthode désactivée et ajoutez-la de nouveau.',
  "If you didn't enter these codes, someone may know your password. Choose a new one now. If you can't sign in, reply to this email.":
    'Si vous n’avez pas saisi ces codes, quelqu’un connaît peut-être votre mot de passe. Choisissez-en un ' +
    'nouveau tout de suite. Si vous ne pouvez pas vous connecter, répondez à cet e-mail.',
  'You get this email because it is about the security of your account.':
    'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.',
  'Check your account': 'Vérifier votre compte',
  "If this wasn't you, act now.": 'Si ce n’était pas vous, agissez maintenant.',
  "If this wasn't you, choose a new password now, and reply to this email.":
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et répondez à cet e-mail.',
  'You get this email because you have an account with us.':
    'Vous recevez cet e-mail parce que vous avez un compte chez nous.',
  'Contact message from {name}': 'Message de {name}',
  'A message from the contact form': 'Un message du formulaire de contact',
  From: 'De',
  Received: 'Reçu',
  'Reply to this email to answer the person who wrote.': 'Répondez à cet e-mail pour écrire à l’auteur du message.',
  'You get this email because contact messages go to this address.':
    'Vous recevez cet e-mail parce que les messages de contact arrivent à cette adresse.',
  'Your message to {name}': 'Votre message à {name}',
  'Our answer to your message': 'Notre réponse à votre message',
  'You wrote on {time}:': 'Vous avez écrit le {time} :',
  'You get this email because you wrote to us. Reply to it to write again.':
    'Vous recevez cet e-mail parce que vous nous avez écrit. Répondez-y pour nous écrire de nouveau.',
  'It answered 410 (Gone), so it wants no more events.': 'Il a répondu 410 (Gone) : il ne veut plus d’événements.',
  'Every attempt in the last three days failed.': 'Toutes les tentatives des trois derniers jours ont échoué.',
  'A webhook has been disabled': 'Un webhook a été désactivé',
  'We no longer send events to {url}. {reason}': 'Nous n’envoyons plus d’événements à {url}. {reason}',
  'See the webhook': 'Voir le webhook',
  'No event is lost. When you enable the webhook, it continues where it stopped.':
    'Aucun événement n’est perdu. Quand vous réactivez le webhook, il reprend là où il s’est arrêté.',
  'You get this email because you look after this webhook.':
    'Vous recevez cet e-mail parce que vous vous occupez de ce webhook.',
  'Test: {subject}': 'Test : {subject}',
  '{code} is your code for {shop}. It is valid for 5 minutes.':
    '{code} est votre code pour {shop}. Il est valable 5 minutes.',
  'We never ask you for it by phone or email.': 'Nous ne vous le demandons jamais par téléphone ni par e-mail.',
  'You are invited to work at {name}': 'Vous êtes invité à travailler chez {name}',
  'The link works once, until {time}.': 'Le lien fonctionne une fois, jusqu’au {time}.',
  'Join {name}': 'Rejoignez {name}',
  '{person} invites you to work in the shop {name}.': '{person} vous invite à travailler dans la boutique {name}.',
  'You are invited to work in the shop {name}.': 'Vous êtes invité à travailler dans la boutique {name}.',
  'You choose a password and set up a second factor, and then you can begin.':
    'Vous choisissez un mot de passe et configurez un second facteur, puis vous pouvez commencer.',
  "If you don't know what this is about, ignore this email.":
    'Si vous ne savez pas de quoi il s’agit, ignorez cet e-mail.',
  'You get this email because an admin of this shop entered your address.':
    'Vous recevez cet e-mail parce qu’un administrateur de cette boutique a saisi votre adresse.',
  'New order #{id}: {total}': 'Nouvelle commande n° {id} : {total}',
  'Sign-in method': 'Méthode de connexion',
  Time: 'Heure',
  'New order #{id}': 'Nouvelle commande n° {id}',
  'Open the order': 'Ouvrir la commande',
  'Open the orders': 'Ouvrir les commandes',
  'And more': 'Et d’autres',
  'Orders of {day}: {count}': 'Commandes du {day} : {count}',
  'Orders of {day}': 'Commandes du {day}',
  'You get this email because the shop wants to hear of new orders. Its settings say how often.':
    'Vous recevez cet e-mail parce que la boutique veut être informée des nouvelles commandes. Ses paramètres disent à quelle fréquence.',
  'You get this email because you asked us for news.':
    'Vous recevez cet e-mail parce que vous êtes abonné à nos nouveautés.',
  'Somebody who works for {name} wants answers of customers to come to this address.':
    'Une personne qui travaille pour {name} souhaite que les réponses des clients arrivent à cette adresse.',
  'Somebody who works for {name} wants emails about new orders, with names of customers, to come to this address.':
    'Une personne qui travaille pour {name} souhaite que les e-mails sur les nouvelles commandes, avec les noms ' +
    'des clients, arrivent à cette adresse.',
  'Confirm this address for {name}': 'Confirmez cette adresse pour {name}',
  'Nothing else comes here before you confirm.': 'Rien d’autre n’arrive ici avant votre confirmation.',
  'The link works until {time}.': 'Le lien fonctionne jusqu’au {time}.',
  'You get this email because somebody who works for this shop entered your address.':
    'Vous recevez cet e-mail parce qu’une personne qui travaille pour cette boutique a saisi votre adresse.',
  'Answers of customers to emails of {name} will come to {email}.':
    'Les réponses des clients aux e-mails de {name} arriveront à {email}.',
  'Emails of {name} about new orders, with names of customers, will come to {email}.':
    'Les e-mails de {name} sur les nouvelles commandes, avec les noms des clients, arriveront à {email}.',
  'It has expired, or the shop no longer wants to write to this address.':
    'Il a expiré, ou la boutique ne souhaite plus écrire à cette adresse.',
  'Thank you. This address is confirmed.': 'Merci. Cette adresse est confirmée.',
}
