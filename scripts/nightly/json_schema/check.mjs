// Checks documents against a JSON Schema with ajv, and that it notices renamed members and values of another type.
//     node check.mjs NODE_MODULES SCHEMA CHANGES <LINES
// Each line is a document. CHANGES is the number of changes to make, spread over the documents.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import {createRequire} from 'node:module';

const [modules, schemaFile, wantedChanges] = process.argv.slice(2);
const require = createRequire(path.resolve(modules) + '/');
const Ajv = require('ajv/dist/2020.js').default;
const isValid = new Ajv({strict: true}).compile(JSON.parse(fs.readFileSync(schemaFile)));

// Calls `check` after each change to a part of the document, and takes the change back.
function eachChange(part, at, check) {
    for (const [key, value] of Object.entries(part)) {
        const here = `${at}/${key}`;
        if (!Array.isArray(part)) {
            delete part[key];
            part[`${key}_`] = value;
            check(`${here} renamed`);
            delete part[`${key}_`];
        }
        part[key] = typeof value === 'number' ? String(value) : typeof value === 'string' ? 0 : 'other';
        check(`${here} of another type`);
        part[key] = value;
        if (typeof value === 'object') eachChange(value, here, check);
    }
}

const documents = [];
let failed = 0;
for await (const line of readline.createInterface({input: process.stdin})) {
    const document = JSON.parse(line);
    if (!isValid(document)) {
        ++failed;
        console.log(`${document.path}: refused: ${JSON.stringify(isValid.errors[0])}`);
    }
    documents.push(document);
}
console.log(`${documents.length} documents: ${documents.length - failed} accepted, ${failed} refused`);

let changes = 0;
let missed = 0;
for (const [i, document] of documents.entries()) {
    // The first changes of a document are those of its head: each document has its share.
    let left = Math.ceil((wantedChanges - changes) / (documents.length - i));
    eachChange(document, document.path, (what) => {
        if (left-- <= 0) return;
        ++changes;
        if (!isValid(document)) return;
        ++missed;
        console.log(`${what}: accepted`);
    });
}
console.log(`${changes} changes: ${changes - missed} noticed, ${missed} missed`);
process.exit(failed + missed === 0 && documents.length !== 0 && changes >= wantedChanges ? 0 : 1);
