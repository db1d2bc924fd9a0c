// Runs before the cart's page is painted: what is in the cart is known only here, and neither a cart with something in
// it nor an empty one should look like the other for a moment.
try {
  const { items } = JSON.parse(localStorage.getItem('mr-printer-cart') ?? '{}')
  if (items?.length > 0) document.documentElement.dataset.cart = 'filled'
} catch {
  // Nothing in it, or storage is blocked: the page shows an empty cart.
}
