/**
 * Options for a single write, outside of transactions, whose loss in a crash of the database does no harm. It is answered
 * from the server's memory and reaches the disk shortly after, in the order of all writes: whatever is acknowledged
 * later is never there without it. It spares the wait, and on the built-in database a share of a batch of its own.
 */
export const SOON_DURABLE = { writeConcern: { w: 1 } } as const
