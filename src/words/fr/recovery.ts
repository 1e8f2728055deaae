/** The way back into an account for who has lost everything: pages and emails. */
export const recovery = {
  'I have neither my sign-in methods nor a recovery code': 'Je n’ai ni mes méthodes de connexion ni code de secours',
  'Lost everything you sign in with?': 'Vous avez perdu tout ce qui vous connecte ?',
  'Ask for a new sign-in method': 'Demander une nouvelle méthode de connexion',
  'We email you at once, and again before the time is over. Each email has a link to stop this, in case it was somebody else.':
    'Nous vous envoyons un e-mail tout de suite, et un autre avant la fin du délai. Chacun contient un lien ' +
    'pour arrêter la demande, au cas où elle viendrait de quelqu’un d’autre.',
  'Three days go by. Nobody can make it faster.': 'Trois jours passent. Personne ne peut les raccourcir.',
  'Then we email you a link. With it you choose a new password and a new sign-in method. The old ones stop working.':
    'Nous vous envoyons ensuite un lien. Vous y choisissez un nouveau mot de passe et une nouvelle méthode de ' +
    'connexion. Les anciens ne fonctionnent plus.',
  'If you find your phone or a recovery code meanwhile, just sign in. That ends the request.':
    'Si vous retrouvez entre-temps votre téléphone ou un code de secours, connectez-vous simplement. Cela met fin à la demande.',
  'You have asked for a new sign-in method. We look at your request. If all is well, we email you a link, at the earliest on {time}.':
    'Vous avez demandé une nouvelle méthode de connexion. Nous examinons chaque demande de ce genre, et vous ' +
    'poserons peut-être une question par e-mail. Si tout va bien, nous vous envoyons un lien, au plus tôt le ' +
    '{time}.',
  'You have asked for a new sign-in method. We email you a link on {time}, unless somebody objects.':
    'Vous avez demandé une nouvelle méthode de connexion. Nous vous envoyons un lien le {time}, sauf si quelqu’un s’y oppose.',
  'You work for this shop. Ask an admin to reset your second factors, or <a>write to us</a>.':
    'Vous travaillez pour cette boutique. Demandez à un administrateur de réinitialiser vos seconds facteurs, ou <a>écrivez-nous</a>.',
  "Nobody has confirmed the email address of this account, so we can't send a link there. Please <a>write to us</a>.":
    'Personne n’a confirmé l’adresse e-mail de ce compte, nous ne pouvons donc pas y envoyer de lien. <a>Écrivez-nous</a>.',
  'This account has no second factor yet. Sign in, and set one up. Questions? <a>Write to us</a>.':
    'Ce compte n’a pas encore de second facteur. Connectez-vous et configurez-en un. Des questions ? <a>Écrivez-nous</a>.',
  'The other sign-in methods of this account are disabled. Without a recovery code, <a>ask for help</a>.':
    'Les autres méthodes de connexion de ce compte sont désactivées. Sans code de secours, <a>demandez de l’aide</a>.',
  'Include the country code, like +49 170 1234567.': 'Avec l’indicatif du pays, comme +33 6 12 34 56 78.',
  'This was not me: end the request': 'Ce n’était pas moi : arrêter la demande',
  'The request has ended. Nothing about the account has changed.':
    'La demande est terminée. Rien n’a changé dans le compte.',
  'Whoever asked had entered your password. <a>Choose a new one</a>.':
    'La personne qui a fait la demande avait saisi votre mot de passe. <a>Choisissez-en un nouveau</a>.',
  'Stop the request': 'Arrêter la demande',
  'On {time} somebody asked for a new sign-in method for your account. If it was you, close this page.':
    'Le {time}, quelqu’un a demandé une nouvelle méthode de connexion pour votre compte. Si c’était vous, fermez cette page.',
  'The account was recovered by this request. If that was not you, <a>write to us</a> right away.':
    'Le compte a été récupéré par cette demande. Si ce n’était pas vous, <a>écrivez-nous</a> tout de suite.',
  'Recover your account': 'Récupérer votre compte',
  'Choose a new password for {email}. Then you set up a new sign-in method. All former ones stop working.':
    'Choisissez un nouveau mot de passe pour {email}. Vous configurez ensuite une nouvelle méthode de ' +
    'connexion. Toutes les anciennes cessent de fonctionner.',
  'Set new password and continue': 'Enregistrer le mot de passe et continuer',
  'It was already used, is too old or incomplete, or the request has ended.':
    'Il a déjà servi, est trop ancien ou incomplet, ou la demande est terminée.',
  'This link has expired or was already used.': 'Ce lien a expiré ou a déjà servi.',
  'This request has ended already.': 'Cette demande est déjà terminée.',
  'Someone has asked for a new sign-in method for this account. If it was not you, stop it.':
    'Quelqu’un a demandé une nouvelle méthode de connexion pour ce compte. Si ce n’était pas vous, arrêtez la demande.',
  'The request has ended.': 'La demande est terminée.',
  'Lost your phone too? Choose a new password first. Then sign in with it, and say there that you have nothing else.':
    'Vous avez aussi perdu votre téléphone ? Choisissez d’abord un nouveau mot de passe. Connectez-vous ' +
    'ensuite avec lui, et indiquez-y que vous n’avez rien d’autre.',

  // Emails
  'Someone wants to get back into your account': 'Quelqu’un veut retrouver l’accès à votre compte',
  'Reminder: someone wants to get back into your account': 'Rappel : quelqu’un veut retrouver l’accès à votre compte',
  "If it wasn't you, stop it now.": 'Si ce n’était pas vous, arrêtez la demande maintenant.',
  'on {time} someone entered your password and asked for a new sign-in method, because the former ones are lost.':
    'Le {time}, quelqu’un a saisi votre mot de passe et demandé une nouvelle méthode de connexion, parce que les anciennes sont perdues.',
  'If it was you: we look at your request. If all is well, we email you a link, at the earliest on {time}.':
    'Si c’était vous : nous examinons votre demande. Si tout va bien, nous vous envoyons un lien, au plus tôt le {time}.',
  'If it was you: we email you a link on {time}. Until then you need not do anything.':
    'Si c’était vous : nous vous envoyons un lien le {time}. D’ici là, vous n’avez rien à faire.',
  "If it wasn't you, stop it now. Nothing has changed yet.":
    'Si ce n’était pas vous, arrêtez la demande maintenant. Rien n’a encore changé.',
  'You have found your phone or a recovery code? Just sign in. That ends the request.':
    'Vous avez retrouvé votre téléphone ou un code de secours ? Connectez-vous simplement. Cela met fin à la demande.',
  "If it wasn't you, choose a new password as well, and change it wherever else you use it.":
    'Si ce n’était pas vous, choisissez aussi un nouveau mot de passe, et changez-le partout où vous l’utilisez.',
  'Your way back into your account': 'Retrouver l’accès à votre compte',
  'The link works once, for 24 hours.': 'Le lien fonctionne une fois, pendant 24 heures.',
  'nobody has objected to your request, so you can now choose a new password and set up a new sign-in method.':
    'Personne ne s’est opposé à votre demande. Vous pouvez maintenant choisir un nouveau mot de passe et configurer ' +
    'une nouvelle méthode de connexion.',
  'Recover my account': 'Récupérer mon compte',
  'Not you? Stop the request': 'Ce n’est pas vous ? Arrêter la demande',
  'All your former sign-in methods and recovery codes stop working, and all your devices are signed out.':
    'Toutes vos anciennes méthodes de connexion et tous vos codes de secours cessent de fonctionner, et tous ' +
    'vos appareils sont déconnectés.',
  'someone has stopped the request for a new sign-in method, by the link in our email or in your account.':
    'Quelqu’un a arrêté la demande d’une nouvelle méthode de connexion, par le lien de notre e-mail ou dans votre compte.',
  'we could not make sure that the request for a new sign-in method came from you. Reply to this email to talk to us.':
    'Nous n’avons pas pu nous assurer que la demande d’une nouvelle méthode de connexion venait de vous. Répondez à ' +
    'cet e-mail pour nous parler.',
  'the request for a new sign-in method is too old now. If you still need it, enter your password and ask again.':
    'La demande d’une nouvelle méthode de connexion est maintenant trop ancienne. Si vous en avez encore besoin, ' +
    'saisissez votre mot de passe et refaites-la.',
  'your account was recovered by a link that we had sent you. All former sign-in methods, recovery codes and devices are gone.':
    'Votre compte a été récupéré par un lien que nous vous avions envoyé. Il a un nouveau mot de passe, et toutes ' +
    'les anciennes méthodes de connexion, les codes de secours et les appareils sont retirés.',
  'Your account was recovered': 'Votre compte a été récupéré',
  'The request for your account has ended': 'La demande concernant votre compte est terminée',
  'Nothing about your account has changed.': 'Rien n’a changé dans votre compte.',
} as const
