import { knownShopNow } from '../../lib/shop-clock.ts'

/** What the two forms that ask for a day are checked by: a device's clock may be wrong, and the shop goes by its own. */
export const loadWarrantyClaim = () =>
  import('#contracts/messages').then(({ warrantyClaimBy }) => warrantyClaimBy(knownShopNow))
export const loadServiceRequest = () =>
  import('#contracts/messages').then(({ serviceRequestBy }) => serviceRequestBy(knownShopNow))
