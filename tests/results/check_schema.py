"""check_schema.py SCHEMA FILE: exits with 0 when the JSON is what the schema says, else says where it is not."""
import json
import sys

import jsonschema

with open(sys.argv[1]) as schema, open(sys.argv[2]) as result:
    validator = jsonschema.Draft202012Validator(json.load(schema))
    errors = list(validator.iter_errors(json.load(result)))
for error in errors:
    print(f"{'/'.join(map(str, error.absolute_path))}: {error.message}"[:500])
sys.exit(1 if errors else 0)
