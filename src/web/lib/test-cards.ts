import { createContext, use } from 'react'

/** Whether the checkout offers "Pay with Card", which takes published test numbers and charges nothing. */
export const TestCardsContext = createContext(true)

export function useTestCards(): boolean {
  return use(TestCardsContext)
}
