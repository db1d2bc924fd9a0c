import { createStore } from 'jotai'

/** The browser's one jotai store, so that code outside of React (a toast, for one) reaches it too. */
export const store = createStore()
