import { zodResolver } from '@hookform/resolvers/zod'
import { TrackBody } from '#contracts/order-life'

/** A guest's question as the contract checks it. */
export const checkGuest = zodResolver(TrackBody)
