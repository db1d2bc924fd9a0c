import { atom } from 'jotai'

/** Whether the import dialog was asked for; it belongs to the whole dashboard, since it goes on over all tabs. */
export const isImportDialogOpen = atom(false)
