"""One command per thing a person does; the Makefile only names them."""
