/** Begins the name of every key that jobs have in Redis. */
export const PREFIX = 'superprinter'
/** Under this key Redis has the number of the run in which it was last found to have all that was dispatched. */
export const RUN_KEY = `${PREFIX}:run`
