/** Names of the events that webhooks bring. */
export const eventTexts = {
  'Order processing': 'Commande en préparation',
  'Order delivered': 'Commande livrée',
  'Order paid': 'Commande payée',
  'Order unpaid': 'Commande de nouveau impayée',
  'Order refunded': 'Commande remboursée',
  'Order placed': 'Commande passée',
  'Parcel of an order shipped': 'Colis d’une commande expédié',
  'Tracking number of an order changed': 'Numéro de suivi d’une commande modifié',
  'Step of an order undone': 'Étape d’une commande annulée',
  '{event} to {address}': '{event} vers {address}',
  'Draft order sent': 'Commande à confirmer envoyée',
  'Draft order confirmed': 'Commande à confirmer confirmée',
  'Draft order withdrawn': 'Commande à confirmer retirée',
  'Draft order created': 'Commande à confirmer créée',
  'Draft order changed': 'Commande à confirmer modifiée',
}
