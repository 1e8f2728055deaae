/** Orders without an account. */
export const guests = {
  'Find your order': 'Retrouver votre commande',
  "You have ordered without an account? We'll send a link to your order to the address that you ordered with.":
    'Vous avez commandé sans compte ? Nous envoyons un lien vers votre commande à l’adresse avec ' +
    'laquelle vous avez commandé.',
  'Send the link': 'Envoyer le lien',
  'If number and address fit, an email with a link to the order is on its way. Not there after a minute? Check the spelling and your spam folder, or send it again.':
    'Si le numéro et l’adresse correspondent, un e-mail avec un lien vers la commande est en route. ' +
    'Rien après une minute ? Vérifiez l’orthographe et votre dossier de courrier indésirable, ou renvoyez-le.',
  'With an account, <a>sign in</a> to see your orders.':
    'Avec un compte, <a>connectez-vous</a> pour voir vos commandes.',
  'There is a newer one, or the order belongs to an account now.':
    'Il y en a un plus récent, ou la commande appartient désormais à un compte.',
  'Send me a new link': 'M’envoyer un nouveau lien',
  'Correct the address': 'Corriger l’adresse',
  'Emails about this order go to the new address. Links in earlier emails no longer work.':
    'Les e-mails sur cette commande vont à la nouvelle adresse. Les liens des e-mails précédents ne fonctionnent plus.',
  'End the link of this order': 'Désactiver le lien de cette commande',
  'End the link? Nobody can open this order with it any more. A new one goes only to the address of the order.':
    'Désactiver le lien ? Plus personne ne pourra ouvrir cette commande avec lui. Un nouveau lien ' +
    'n’est envoyé qu’à l’adresse de la commande.',
  'The link has ended.': 'Le lien est désactivé.',
  'Your emails and your link': 'Vos e-mails et votre lien',
  'Emails about this order go to {email}. They have a link that opens it.':
    'Les e-mails sur cette commande vont à {email}. Ils contiennent un lien qui l’ouvre.',
  'Do you have an account? <a>Sign in</a>': 'Vous avez un compte ? <a>Connectez-vous</a>',
  'The confirmation goes to your address, with a link to your order.':
    'La confirmation est envoyée à votre adresse, avec un lien vers votre commande.',
  'Ordered without an account? <a>Find your order</a>': 'Commandé sans compte ? <a>Retrouver votre commande</a>',
  'Orders without an account': 'Commandes sans compte',
  'You have ordered with this address before you had an account: {orders}.':
    'Vous avez commandé avec cette adresse avant d’avoir un compte : {orders}.',
  'Add them to my account': 'Les ajouter à mon compte',
  'The orders are in your account.': 'Les commandes sont dans votre compte.',
  'Delete my data': 'Supprimer mes données',
  'Delete your data? The order stays in our books without your name and address.':
    'Supprimer vos données ? La commande reste dans nos livres sans votre nom ni votre adresse.',
  'Your data is deleted.': 'Vos données sont supprimées.',
  'Download my data': 'Télécharger mes données',
  'Your account at {name}': 'Votre compte chez {name}',
  'you asked for an account. There is one with this address: sign in, and add your orders to it.':
    'Vous avez demandé un compte. Il en existe un avec cette adresse : connectez-vous et ajoutez-y vos commandes.',
  'you asked for an account, so that you find your orders in one place. Here you create it with one touch.':
    'Vous avez demandé un compte, pour retrouver vos commandes au même endroit. Vous le créez ici d’un seul geste.',
  'There is an account with this address.': 'Il existe un compte avec cette adresse.',
  'The link is valid for a day.': 'Le lien est valable un jour.',
  'Create my account': 'Créer mon compte',
  "If you didn't ask for this, ignore this email. Nothing changes.":
    'Si vous n’avez rien demandé, ignorez cet e-mail. Rien ne change.',
  'You get this email because someone asked for it on the page of an order with this address.':
    'Vous recevez cet e-mail parce que quelqu’un l’a demandé sur la page d’une commande passée avec cette adresse.',
  "We've sent you an email. Its link creates your account with one touch.":
    'Nous vous avons envoyé un e-mail. Son lien crée votre compte d’un seul geste.',
  'With an account you see all your orders in one place, and do not type your address again.':
    'Avec un compte, vous voyez toutes vos commandes au même endroit et ne saisissez plus votre adresse.',
  'Create your account': 'Créer votre compte',
  'Everything is filled in from your order.': 'Tout est repris de votre commande.',
  'Use a password instead': 'Utiliser plutôt un mot de passe',
  "Choose a password. Next you'll set up an authenticator app (Google Authenticator, 1Password …).":
    'Choisissez un mot de passe. Vous configurerez ensuite une application d’authentification (Google Authenticator, 1Password…).',
  'This link is for {email}.': 'Ce lien est pour {email}.',
  'You have an account with this address. Your orders can be added to it.':
    'Vous avez un compte avec cette adresse. Vos commandes peuvent y être ajoutées.',
  'It is older than a day, for an earlier address, or the order belongs to an account now.':
    'Il a plus d’un jour, concerne une ancienne adresse, ou la commande appartient maintenant à un compte.',
  // Orders that the shop has written down, and the customer confirms
  'as agreed, we have prepared an order for you. Please look at it, and confirm it by {until}. Nothing is ordered before.':
    'comme convenu, nous avons préparé une commande pour vous. Merci de la relire et de la confirmer ' +
    'avant le {until}. Rien n’est commandé d’ici là.',
  'Your order at {name}: please confirm': 'Votre commande chez {name} : à confirmer',
  '{total}. Nothing is ordered before you confirm.': '{total}. Rien n’est commandé avant votre confirmation.',
  'Please confirm your order': 'Confirmez votre commande',
  'Look at the order': 'Voir la commande',
  'You have ordered nothing? Then do nothing: without your confirmation, nothing is ordered.':
    'Vous n’avez rien commandé ? Ne faites rien : sans votre confirmation, rien n’est commandé.',
  'You get this email because you ordered from us by telephone or in person.':
    'Vous recevez cet e-mail parce que vous avez commandé chez nous par téléphone ou sur place.',
  'We have prepared this order for you. Nothing is ordered before you press the button.':
    'Nous avons préparé cette commande pour vous. Rien n’est commandé avant que vous n’appuyiez sur le bouton.',
  'You can confirm it until {until}.': 'Vous pouvez la confirmer jusqu’au {until}.',
  'A note for you': 'Un message pour vous',
  "This order can't be confirmed as it is.": 'Cette commande ne peut pas être confirmée telle quelle.',
  'Please <a>write to us</a>, and we change it.': '<a>Écrivez-nous</a> et nous la modifierons.',
  'You have confirmed this order already. We have sent you an email about it.':
    'Vous avez déjà confirmé cette commande. Nous vous avons envoyé un e-mail à ce sujet.',
  'The shop has withdrawn this order. Nothing was ordered.':
    'La boutique a retiré cette commande. Rien n’a été commandé.',
  'The time to confirm this order is over. Nothing was ordered. Ask us, and we send it again.':
    'Le délai pour confirmer cette commande est passé. Rien n’a été commandé. Demandez-nous de vous la renvoyer.',
  'There is a newer link in a later email, or this order is being changed.':
    'Un e-mail plus récent contient un nouveau lien, ou la commande est en cours de modification.',
  'See your order': 'Voir votre commande',
  'Please <a>write to us</a> if you have a question.': '<a>Écrivez-nous</a> si vous avez une question.',
  'Your order to confirm': 'Votre commande à confirmer',
} as const
