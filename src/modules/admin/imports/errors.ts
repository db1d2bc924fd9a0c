import { AppError } from '#platform/errors/errors'
import { IMPORT_FIELDS, MAX_BYTES, MAX_ROWS } from './import.ts'
import { MAX_SUPPLIERS } from './supplier-terms.ts'

export class ImportNotFound extends AppError {
  constructor() {
    super('not-found', 'IMPORT_NOT_FOUND', 'There is no such import.')
  }
}

/** The file and the rows have been deleted, because the time for which they are kept is over. */
export class ImportFileGone extends AppError {
  constructor() {
    super('not-found', 'IMPORT_FILE_GONE', 'The file and the rows of this import are not kept any more.')
  }
}

/** Too many bytes or rows; nothing of the file was kept. */
export class FileTooLarge extends AppError {
  constructor(what: 'bytes' | 'rows') {
    const limit = what === 'bytes' ? `${MAX_BYTES / 1024 / 1024} MB` : `${MAX_ROWS.toLocaleString('en-US')} rows`
    super(
      'invalid',
      what === 'bytes' ? 'FILE_TOO_LARGE' : 'TOO_MANY_ROWS',
      `The file has more than ${limit}. Split it and send the parts one after another.`,
    )
  }
}

/** A file that cannot be read as a price list at all; the sentence says what to do. */
export class FileRefused extends AppError {
  constructor(code: string, message: string) {
    super('invalid', code, message)
  }

  static notUtf8(): FileRefused {
    return new FileRefused('NOT_UTF8', 'Save the file as UTF-8.')
  }

  static notText(): FileRefused {
    return new FileRefused(
      'NOT_CSV',
      'Failed to process CSV file: it is not a text file. Open it in the program that it comes from and save it there as CSV.',
    )
  }

  static notWorkbook(): FileRefused {
    return new FileRefused(
      'NOT_XLSX',
      'Failed to process the workbook: it cannot be opened. Open it in Excel, save it as an Excel workbook (.xlsx) without a password, or as CSV UTF-8, and send that file.',
    )
  }

  static workbookTooLarge(): FileRefused {
    return new FileRefused(
      'XLSX_TOO_LARGE',
      'Failed to process the workbook: it is too large when it is unpacked. Keep only the sheet with the prices in it, or save that sheet as CSV UTF-8, and send that file.',
    )
  }

  static empty(): FileRefused {
    return new FileRefused(
      'EMPTY_FILE',
      'Failed to process CSV file: it is empty. The first line must name the columns, and a row must follow.',
    )
  }

  static noProducts(): FileRefused {
    return new FileRefused('NO_PRODUCTS', "The CSV file doesn't contain any valid product data")
  }

  static wrongType(): FileRefused {
    return new FileRefused('INVALID_FILE_TYPE', 'Please select a CSV file (.csv extension)')
  }

  static columns(): FileRefused {
    return new FileRefused(
      'COLUMNS_NOT_KNOWN',
      `The first line must name the columns, at least "name" (or "sku" where products are updated). Known columns: ${IMPORT_FIELDS.join(', ')}.`,
    )
  }

  static headerTooLong(): FileRefused {
    return new FileRefused(
      'HEADER_TOO_LONG',
      'Failed to process the file: the line with the names of its columns is too long. Keep at most 1,000 columns, with short names.',
    )
  }

  static duplicateHeader(header: string): FileRefused {
    return new FileRefused('DUPLICATE_HEADER', `The column "${header}" is there twice. Rename or remove one of them.`)
  }

  static reservedHeader(header: string): FileRefused {
    return new FileRefused('RESERVED_HEADER', `A column cannot be named "${header}". Rename it.`)
  }
}

export class MappingRefused extends AppError {
  constructor(message: string) {
    super('invalid', 'MAPPING_NOT_VALID', message)
  }
}

export class SupplierNotFound extends AppError {
  constructor() {
    super('not-found', 'SUPPLIER_NOT_FOUND', 'There is no such supplier.')
  }
}

/** What was typed against a former state is not written over what somebody else has saved. */
export class SupplierChanged extends AppError {
  constructor() {
    super('conflict', 'SUPPLIER_CHANGED', 'Somebody else has changed this supplier meanwhile. Open it again.')
  }
}

export class SupplierNameTaken extends AppError {
  constructor(name: string) {
    super('conflict', 'SUPPLIER_NAME_TAKEN', `There is a supplier "${name}" already. Choose another name.`)
  }
}

export class TooManySuppliers extends AppError {
  constructor() {
    super('conflict', 'TOO_MANY_SUPPLIERS', `There are ${MAX_SUPPLIERS} suppliers already. Delete one first.`)
  }
}

/** Nobody has said yet where the list is. */
export class NoListSource extends AppError {
  constructor() {
    super('conflict', 'NO_LIST_SOURCE', 'Say first where the list of this supplier is.')
  }
}

export class FetchUnderWay extends AppError {
  constructor() {
    super('conflict', 'FETCH_UNDER_WAY', 'The list of this supplier is being fetched already.')
  }
}

/** A sign-in without its password or token, or with one that belongs to another server. */
export class SourceSecretMissing extends AppError {
  constructor(signIn: 'password' | 'header') {
    const message = `Enter the ${signIn === 'password' ? 'password' : 'token'}. It is not taken over when the server or the kind of sign-in changes.`
    super('invalid', 'VALIDATION', 'Please check the marked fields.', { fields: { secret: message } })
  }
}

/** The list itself may be broken: too many products of the supplier are missing from it. */
export class TooManyLeft extends AppError {
  constructor(left: number, of: number) {
    super(
      'conflict',
      'TOO_MANY_LEFT',
      `${left.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} products of this supplier ${left === 1 ? 'is' : 'are'} no longer on the list. Look whether the list is complete, and confirm that ${left === 1 ? 'it is' : 'they are'} sold out.`,
    )
  }
}

/** The import is not in a state in which this can be done. */
export class ImportNotReady extends AppError {
  constructor(message: string) {
    super('conflict', 'IMPORT_NOT_READY', message)
  }
}
