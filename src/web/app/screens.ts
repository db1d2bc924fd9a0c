import { matchPath } from 'react-router-dom'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

export interface Screen {
  readonly path: string
  readonly screen: LazyPage
}

/** Every screen and where it is (specification 1, section 2). Each comes with its own script. */
export const SCREENS: readonly Screen[] = [
  { path: '/', screen: lazyPage(() => import('./pages/home-page.tsx').then((module) => module.HomePage)) },
  {
    path: '/products',
    screen: lazyPage(() => import('./pages/products-page.tsx').then((module) => module.ProductsPage)),
  },
  {
    path: '/products/:id',
    screen: lazyPage(() => import('./pages/product-page.tsx').then((module) => module.ProductPage)),
  },
  {
    path: '/category/printers',
    screen: lazyPage(() => import('./pages/printers-page.tsx').then((module) => module.PrintersPage)),
  },
  {
    path: '/category/photo-printers',
    screen: lazyPage(() => import('./pages/photo-printers-page.tsx').then((module) => module.PhotoPrintersPage)),
  },
  { path: '/cart', screen: lazyPage(() => import('./pages/cart-page.tsx').then((module) => module.CartPage)) },
  {
    path: '/wishlist',
    screen: lazyPage(() => import('./pages/wishlist-page.tsx').then((module) => module.WishlistPage)),
  },
  {
    path: '/checkout',
    screen: lazyPage(() => import('./pages/checkout-page.tsx').then((module) => module.CheckoutPage)),
  },
  { path: '/account', screen: lazyPage(() => import('./pages/account-page.tsx').then((module) => module.AccountPage)) },
  { path: '/track', screen: lazyPage(() => import('./pages/track-page.tsx').then((module) => module.TrackPage)) },
  { path: '/admin', screen: lazyPage(() => import('./pages/admin-page.tsx').then((module) => module.AdminPage)) },
  { path: '/contact', screen: lazyPage(() => import('./pages/contact-page.tsx').then((module) => module.ContactPage)) },
  { path: '/support', screen: lazyPage(() => import('./pages/support-page.tsx').then((module) => module.SupportPage)) },
  { path: '/faq', screen: lazyPage(() => import('./pages/faq-page.tsx').then((module) => module.FaqPage)) },
  { path: '/returns', screen: lazyPage(() => import('./pages/returns-page.tsx').then((module) => module.ReturnsPage)) },
  { path: '/privacy', screen: lazyPage(() => import('./pages/privacy-page.tsx').then((module) => module.PrivacyPage)) },
  { path: '/terms', screen: lazyPage(() => import('./pages/terms-page.tsx').then((module) => module.TermsPage)) },
  {
    path: '/warranty',
    screen: lazyPage(() => import('./pages/warranty-page.tsx').then((module) => module.WarrantyPage)),
  },
  {
    path: '/installation',
    screen: lazyPage(() => import('./pages/installation-page.tsx').then((module) => module.InstallationPage)),
  },
  { path: '/about', screen: lazyPage(() => import('./pages/about-page.tsx').then((module) => module.AboutPage)) },
  {
    path: '/data-request',
    screen: lazyPage(() => import('./pages/data-request-page.tsx').then((module) => module.DataRequestPage)),
  },
  { path: '/manuals', screen: lazyPage(() => import('./pages/manuals-page.tsx').then((module) => module.ManualsPage)) },
  { path: '/careers', screen: lazyPage(() => import('./pages/careers-page.tsx').then((module) => module.CareersPage)) },
  { path: '/press', screen: lazyPage(() => import('./pages/press-page.tsx').then((module) => module.PressPage)) },
  {
    path: '/partners',
    screen: lazyPage(() => import('./pages/partners-page.tsx').then((module) => module.PartnersPage)),
  },
  {
    path: '/affiliate',
    screen: lazyPage(() => import('./pages/affiliate-page.tsx').then((module) => module.AffiliatePage)),
  },
  { path: '/compare', screen: lazyPage(() => import('./pages/compare-page.tsx').then((module) => module.ComparePage)) },
  {
    path: '/verify-email',
    screen: lazyPage(() => import('./pages/verify-email-page.tsx').then((module) => module.VerifyEmailPage)),
  },
  { path: '/login', screen: lazyPage(() => import('./pages/login-page.tsx').then((module) => module.LoginPage)) },
  { path: '/signup', screen: lazyPage(() => import('./pages/signup-page.tsx').then((module) => module.SignupPage)) },
]

/** Any other address. */
export const NOT_FOUND = lazyPage(() => import('./pages/not-found-page.tsx').then((module) => module.NotFoundPage))

/** Fetches the script of the page at this path, so that it opens at once. */
export async function preloadPage(pathname: string): Promise<void> {
  const found = SCREENS.find(({ path }) => matchPath(path, pathname) !== null)
  await (found?.screen ?? NOT_FOUND).preload()
}
