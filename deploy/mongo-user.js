// Run once by the image of MongoDB when its volume is empty: the shop's login, which may use its own database only.
const password = require('node:fs').readFileSync('/run/secrets/mongo_password', 'utf8').trim()
db.getSiblingDB('superprinter').createUser({
  user: 'superprinter',
  pwd: password,
  roles: [{ role: 'readWrite', db: 'superprinter' }],
})
