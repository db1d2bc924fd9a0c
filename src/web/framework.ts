// Asked for by itself, so that React runs before the shop's own scripts and not together with them.
export { createRoot, hydrateRoot } from 'react-dom/client'
